// A conversation is a tree of messages; the chosen child of each makes the path that is shown.
// Every function leaves its argument as it is.

import { DEFAULTS, type Conversation, type Message, type Settings } from "./types";

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return Array.from(bytes, (byte) => byte.toString(36).padStart(2, "0")).join("");
}

export function newConversation(settings: Settings = DEFAULTS): Conversation {
  const now = Date.now();
  return {
    id: newId(),
    title: "",
    created: now,
    updated: now,
    messages: {},
    chosen: {},
    settings: { ...settings },
  };
}

/** Messages from the first to the last chosen one. */
export function pathOf(conversation: Conversation): Message[] {
  const path: Message[] = [];
  let at = conversation.chosen[""];
  while (at !== undefined) {
    const message = conversation.messages[at];
    if (!message) break;
    path.push(message);
    at = conversation.chosen[at];
  }
  return path;
}

/** Messages from the first to `id`, whatever is chosen. */
export function pathTo(conversation: Conversation, id: string | null): Message[] {
  const path: Message[] = [];
  for (let at = id; at !== null;) {
    const message = conversation.messages[at];
    if (!message) break;
    path.push(message);
    at = message.parent;
  }
  return path.reverse();
}

/** Ids of the messages beside `message`, itself among them, oldest first. */
export function siblings(conversation: Conversation, message: Message): string[] {
  return Object.values(conversation.messages)
    .filter((other) => other.parent === message.parent)
    .sort((a, b) => a.time - b.time)
    .map((other) => other.id);
}

/** Sibling ids of every message that has siblings, in one pass. */
export function branches(conversation: Conversation): Map<string, string[]> {
  const children = new Map<string | null, Message[]>();
  for (const message of Object.values(conversation.messages)) {
    const list = children.get(message.parent);
    if (list) list.push(message);
    else children.set(message.parent, [message]);
  }
  const out = new Map<string, string[]>();
  for (const list of children.values()) {
    if (list.length < 2) continue;
    const ids = list.sort((a, b) => a.time - b.time).map((message) => message.id);
    for (const id of ids) out.set(id, ids);
  }
  return out;
}

/** Adds a message and chooses it. */
export function added(conversation: Conversation, message: Message): Conversation {
  const title = conversation.title || (message.role === "user" ? titleOf(message) : "");
  return {
    ...conversation,
    title,
    updated: Date.now(),
    messages: { ...conversation.messages, [message.id]: message },
    chosen: { ...conversation.chosen, [message.parent ?? ""]: message.id },
  };
}

export function changed(conversation: Conversation, message: Message): Conversation {
  if (!conversation.messages[message.id]) return conversation;
  return {
    ...conversation,
    updated: Date.now(),
    messages: { ...conversation.messages, [message.id]: message },
  };
}

/** Chooses a message among its siblings. */
export function choose(conversation: Conversation, id: string): Conversation {
  const message = conversation.messages[id];
  if (!message) return conversation;
  const chosen = { ...conversation.chosen, [message.parent ?? ""]: id };
  return { ...conversation, chosen };
}

/** A new conversation with the messages up to `id`. */
export function branchedAt(conversation: Conversation, id: string): Conversation {
  const branch = newConversation(conversation.settings);
  branch.title = `${conversation.title || "Conversation"} (branch)`;
  for (const message of pathTo(conversation, id)) {
    branch.messages[message.id] = message;
    branch.chosen[message.parent ?? ""] = message.id;
  }
  return branch;
}

/** Removes a message, all below it, and the choice of it. */
export function without(conversation: Conversation, id: string): Conversation {
  const gone = new Set([id]);
  for (let before = 0; before !== gone.size;) {
    before = gone.size;
    for (const message of Object.values(conversation.messages)) {
      if (message.parent !== null && gone.has(message.parent)) gone.add(message.id);
    }
  }
  const kept = Object.entries(conversation.messages).filter(([key]) => !gone.has(key));
  const chosen = Object.entries(conversation.chosen).filter(
    ([parent, child]) => !gone.has(parent) && !gone.has(child),
  );
  const next = {
    ...conversation,
    updated: Date.now(),
    messages: Object.fromEntries(kept),
    chosen: Object.fromEntries(chosen),
  };
  const parent = conversation.messages[id]?.parent ?? null;
  const left = Object.values(next.messages).filter((message) => message.parent === parent);
  const last = left.sort((a, b) => a.time - b.time).at(-1);
  if (last && next.chosen[parent ?? ""] === undefined) next.chosen[parent ?? ""] = last.id;
  return next;
}

function titleOf(message: Message): string {
  const text = message.content.replace(/\s+/g, " ").trim() || message.attachments?.[0]?.name || "";
  const letters = [...text];
  return letters.length > 60 ? `${letters.slice(0, 59).join("")}…` : text;
}
