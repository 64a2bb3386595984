// What a user does in a conversation: send, stop, answer again, edit, branch.

import { ApiError, call } from "../lib/api";
import { plural } from "../lib/format";
import { bodyFor } from "../lib/request";
import { Answer, readAnswer } from "../lib/stream";
import { runCall } from "../lib/tools";
import * as tree from "../lib/tree";
import type { Attachment, Conversation, Message } from "../lib/types";
import { announce } from "../ui/parts";
import { addAll, busy, currentId, find, flush, put, putMessage, setBusy } from "./state";

/** Rounds of calls and results before the page stops them. */
const ROUNDS_MAX = 8;
/** Milliseconds between two looks of a growing answer. */
const REDRAW_MS = 40;

const controllers = new Map<string, AbortController>();

function fresh(parent: string | null, role: Message["role"], content = ""): Message {
  return { id: tree.newId(), parent, role, content, time: Date.now(), state: "done" };
}

export function send(id: string, content: string, attachments: Attachment[]): void {
  const conversation = find(id);
  if (!conversation || busy.get().has(id)) return;
  const parent = tree.pathOf(conversation).at(-1)?.id ?? null;
  const message = fresh(parent, "user", content);
  if (attachments.length) message.attachments = attachments;
  put(tree.added(conversation, message));
  void answer(id, message.id);
}

/** Answers `message` again, beside the answers that are there. */
export function regenerate(id: string, message: Message): void {
  const conversation = find(id);
  if (!conversation || busy.get().has(id)) return;
  const useless = message.state === "failed" && !message.content && !message.reasoning;
  if (useless) put(tree.without(conversation, message.id));
  if (message.parent !== null) void answer(id, message.parent);
}

/** Lets the model go on where an answer was stopped or cut. */
export function continueAnswer(id: string, message: Message): void {
  if (find(id) && !busy.get().has(id)) void answer(id, message.parent ?? "", message);
}

/** Puts a changed message beside the old one; one of the user is answered. */
export function edit(id: string, message: Message, content: string): void {
  const conversation = find(id);
  if (!conversation || busy.get().has(id)) return;
  const next = { ...fresh(message.parent, message.role, content), edited: true };
  if (message.attachments) next.attachments = message.attachments;
  if (message.role === "assistant" && message.reasoning) next.reasoning = message.reasoning;
  put(tree.added(conversation, next));
  if (message.role === "user") void answer(id, next.id);
}

export function branch(id: string, message: Message): void {
  const conversation = find(id);
  if (!conversation) return;
  addAll([tree.branchedAt(conversation, message.id)]);
  announce("Branched into a new conversation");
}

export function choose(id: string, child: string): void {
  const conversation = find(id);
  if (conversation && !busy.get().has(id)) put(tree.choose(conversation, child));
}

export function removeMessage(id: string, message: Message): void {
  const conversation = find(id);
  if (conversation && !busy.get().has(id)) put(tree.without(conversation, message.id));
}

export function stop(id = currentId.get()): void {
  controllers.get(id)?.abort();
}

/** Repeats what failed for want of a key. */
export function retryRefused(): void {
  const id = currentId.get();
  const conversation = find(id);
  const last = conversation && tree.pathOf(conversation).at(-1);
  if (last?.state === "failed" && last.status === 401) regenerate(id, last);
}

/** Answers the message `parent`, and goes on while the answers are calls of the page's tools. */
async function answer(id: string, parent: string, before?: Message): Promise<void> {
  const controller = new AbortController();
  controllers.set(id, controller);
  setBusy(id, true);
  try {
    let at: string | null = parent;
    for (let round = 0; at !== null; round++) {
      const message: Message | null = await oneAnswer(id, at, controller.signal, before);
      before = undefined;
      at = message && runCalls(id, message, round);
    }
  } finally {
    controllers.delete(id);
    setBusy(id, false);
    flush();
  }
}

/** Streams one answer; null unless it is whole. */
async function oneAnswer(
  id: string,
  parent: string,
  signal: AbortSignal,
  before?: Message,
): Promise<Message | null> {
  const conversation = find(id);
  if (!conversation) return null;
  let message: Message = before
    ? { ...before, state: "streaming", error: undefined }
    : { ...fresh(parent, "assistant"), state: "streaming" };
  if (conversation.settings.jsonOn) message.json = true;
  put(before ? tree.changed(conversation, message) : tree.added(conversation, message));

  const gathered = new Answer(before);
  let timer: number | undefined;
  const draw = () => {
    timer = undefined;
    message = gathered.into(message);
    putMessage(id, message);
  };
  try {
    const response = await ask(conversation, parent, signal, before);
    await readAnswer(response.body!, gathered, () => (timer ??= setTimeout(draw, REDRAW_MS)));
    message = { ...gathered.end(message), state: "done" };
    announce(`Answer finished, ${plural(wordsOf(message.content), "word")}`);
  } catch (error) {
    message = gathered.end(message);
    if (signal.aborted) {
      message.state = "stopped";
      announce("Answer stopped");
    } else {
      Object.assign(message, { state: "failed", error: (error as Error).message });
      if (error instanceof ApiError) message.status = error.status;
      announce(`The answer failed: ${message.error}`);
    }
  } finally {
    clearTimeout(timer);
  }
  putMessage(id, message);
  return message.state === "done" ? message : null;
}

async function ask(
  conversation: Conversation,
  parent: string,
  signal: AbortSignal,
  before?: Message,
): Promise<Response> {
  const path = [...tree.pathTo(conversation, parent || null), ...(before ? [before] : [])];
  const body = bodyFor(path, conversation.settings, before !== undefined);
  return call("/v1/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
}

/** Adds the results of an answer's calls; the id of the last one if the loop goes on. */
function runCalls(id: string, message: Message, round: number): string | null {
  if (!message.calls?.length || message.facts?.finish === "length") return null;
  let at = message.id;
  for (const one of message.calls) {
    const conversation = find(id);
    if (!conversation) return null;
    const result = fresh(at, "tool", runCall(one.name, one.args));
    result.callId = one.id;
    put(tree.added(conversation, result));
    at = result.id;
  }
  if (round + 1 < ROUNDS_MAX) return at;
  announce(`The page stops after ${ROUNDS_MAX} rounds of calls`);
  return null;
}

function wordsOf(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}
