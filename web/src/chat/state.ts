// The conversations of the page, kept in the browser.

import * as db from "../lib/db";
import { Store } from "../lib/store";
import * as tree from "../lib/tree";
import { DEFAULTS, type Conversation, type Message, type Settings } from "../lib/types";

const CURRENT = "atlas.current";
const SETTINGS = "atlas.settings";

export const conversations = new Store<Conversation[]>([]);
export const currentId = new Store("");
/** Conversations that an answer is on its way to. */
export const busy = new Store<ReadonlySet<string>>(new Set());
/** The reason that conversations cannot be kept. */
export const storageError = new Store("");

const unsaved = new Map<string, number>();

export function find(id: string): Conversation | undefined {
  return conversations.get().find((one) => one.id === id);
}

export async function load(): Promise<void> {
  let kept: Conversation[] = [];
  try {
    kept = await db.loadAll();
  } catch (error) {
    storageError.set(`Conversations are lost when this page closes: ${(error as Error).message}`);
  }
  kept = kept.map(settled);
  const last = kept.find((one) => one.id === localStorage.getItem(CURRENT));
  const first = last ?? tree.newConversation(lastSettings());
  conversations.set(last ? kept : [first, ...kept]);
  open(first.id);
}

/** An answer that the page was closed on is one that was stopped. */
function settled(conversation: Conversation): Conversation {
  const messages = Object.values(conversation.messages).map((message): Message =>
    message.state === "streaming" ? { ...message, state: "stopped" } : message,
  );
  const known = Object.fromEntries(messages.map((message) => [message.id, message]));
  return {
    ...conversation,
    settings: { ...DEFAULTS, ...conversation.settings },
    messages: known,
  };
}

function lastSettings(): Settings {
  try {
    const kept = JSON.parse(localStorage.getItem(SETTINGS) ?? "{}") as Partial<Settings>;
    return { ...DEFAULTS, ...kept };
  } catch {
    return DEFAULTS;
  }
}

/** Replaces a conversation; it is written within a second. */
export function put(next: Conversation): void {
  conversations.update((list) => list.map((one) => (one.id === next.id ? next : one)));
  if (!unsaved.has(next.id))
    unsaved.set(
      next.id,
      setTimeout(() => write(next.id), 800),
    );
}

function write(id: string): void {
  clearTimeout(unsaved.get(id));
  unsaved.delete(id);
  const conversation = find(id);
  if (!conversation || !Object.keys(conversation.messages).length) return;
  db.save(conversation).catch((error: Error) => {
    storageError.set(`This conversation could not be kept: ${error.message}`);
  });
}

/** Writes now what waits to be written. */
export function flush(): void {
  for (const id of [...unsaved.keys()]) write(id);
}

addEventListener("pagehide", flush);
document.addEventListener("visibilitychange", () => document.hidden && flush());

/** Changes a message of a conversation that may be closed by now. */
export function putMessage(id: string, message: Message): void {
  const conversation = find(id);
  if (conversation) put(tree.changed(conversation, message));
}

export function open(id: string): void {
  currentId.set(id);
  localStorage.setItem(CURRENT, id);
}

/** Opens an empty conversation: the one that is there, or a new one. */
export function openNew(): void {
  const empty = conversations.get().find((one) => !Object.keys(one.messages).length);
  const fresh = tree.newConversation(lastSettings());
  if (empty) {
    conversations.update((list) => [empty, ...list.filter((one) => one !== empty)]);
  } else {
    conversations.update((list) => [fresh, ...list]);
  }
  open((empty ?? fresh).id);
}

export function addAll(list: Conversation[]): void {
  conversations.update((old) => [...list, ...old]);
  for (const one of list) write(one.id);
  if (list[0]) open(list[0].id);
}

export function removeConversation(id: string): void {
  clearTimeout(unsaved.get(id));
  unsaved.delete(id);
  conversations.update((list) => list.filter((one) => one.id !== id));
  db.remove(id).catch(() => {});
  if (currentId.get() !== id) return;
  const next = conversations.get()[0];
  if (next) open(next.id);
  else openNew();
}

export function rename(id: string, title: string): void {
  const conversation = find(id);
  if (conversation && title.trim()) put({ ...conversation, title: title.trim().slice(0, 200) });
}

export function changeSettings(id: string, change: Partial<Settings>): void {
  const conversation = find(id);
  if (!conversation) return;
  const settings = { ...conversation.settings, ...change };
  put({ ...conversation, settings });
  try {
    // The system prompt belongs to its conversation.
    localStorage.setItem(SETTINGS, JSON.stringify({ ...settings, system: "" }));
  } catch {
    // Settings are kept with the conversation too.
  }
}

export function setBusy(id: string, on: boolean): void {
  const next = new Set(busy.get());
  if (on) next.add(id);
  else next.delete(id);
  busy.set(next);
}
