// Export and import of conversations as JSON. An import is read field by field.

import { newConversation, newId } from "./tree";
import { DEFAULTS, type Attachment, type Call, type Conversation, type Facts } from "./types";
import type { Intervention, Message, Role, Settings } from "./types";

export const FORMAT = "atlas-conversations";

export function exported(conversations: Conversation[]): string {
  return JSON.stringify({ format: FORMAT, version: 1, conversations }, null, 1);
}

type Fields = Record<string, unknown>;

function fields(value: unknown, where: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Error(`${where} is no object`);
  }
  return value as Fields;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const number = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Reads an export; the conversations get new ids, so that none is overwritten. */
export function imported(json: string): Conversation[] {
  let file: Fields;
  try {
    file = fields(JSON.parse(json), "the file");
  } catch {
    throw new Error("This file is no JSON of exported conversations.");
  }
  if (file.format !== FORMAT)
    throw new Error(`This file is no export: "format" is not "${FORMAT}".`);
  if (file.version !== 1)
    throw new Error("This export is of a version that this page cannot read.");
  return list(file.conversations).map((one, i) => conversation(one, `conversation ${i + 1}`));
}

function conversation(value: unknown, where: string): Conversation {
  const from = fields(value, where);
  const out = newConversation(settings(from.settings));
  out.title = text(from.title).slice(0, 200);
  out.created = number(from.created) ?? out.created;
  out.updated = number(from.updated) ?? out.updated;
  for (const [id, one] of Object.entries(fields(from.messages, `${where}: messages`))) {
    out.messages[id] = message(id, one, `${where}: message ${id}`);
  }
  checkParents(out, where);
  for (const [parent, child] of Object.entries(fields(from.chosen, `${where}: chosen`))) {
    const known = typeof child === "string" ? out.messages[child] : undefined;
    if (known && (known.parent ?? "") === parent) out.chosen[parent] = known.id;
  }
  return out;
}

/** A parent that is missing or that leads in a circle would hang the page. */
function checkParents(out: Conversation, where: string): void {
  const good = new Set<string>();
  for (const start of Object.values(out.messages)) {
    const seen: string[] = [];
    let at: Message | undefined = start;
    while (at && !good.has(at.id)) {
      if (seen.includes(at.id)) throw new Error(`${where}: messages follow each other in a circle`);
      seen.push(at.id);
      if (at.parent === null) break;
      const next: Message | undefined = out.messages[at.parent];
      if (!next) throw new Error(`${where}: message ${at.id} follows one that is missing`);
      at = next;
    }
    for (const id of seen) good.add(id);
  }
}

function message(id: string, value: unknown, where: string): Message {
  const from = fields(value, where);
  const role = from.role as Role;
  if (!["user", "assistant", "tool"].includes(role)) throw new Error(`${where}: unknown role`);
  const state = from.state === "done" || from.state === "failed" ? from.state : "stopped";
  const out: Message = {
    id,
    parent: typeof from.parent === "string" ? from.parent : null,
    role,
    content: text(from.content),
    time: number(from.time) ?? 0,
    state,
  };
  if (from.reasoning) out.reasoning = text(from.reasoning);
  if (from.callId) out.callId = text(from.callId);
  if (from.error) out.error = text(from.error);
  if (from.json === true) out.json = true;
  if (from.edited === true) out.edited = true;
  if (from.calls) out.calls = list(from.calls).map((one) => readCall(fields(one, where)));
  if (from.attachments) {
    out.attachments = list(from.attachments).map((one): Attachment => {
      const file = fields(one, where);
      return { name: text(file.name), text: text(file.text) };
    });
  }
  if (from.facts) out.facts = facts(fields(from.facts, where), where);
  if (typeof from.tokens === "string") out.tokens = from.tokens;
  return out;
}

function readCall(from: Fields): Call {
  return { id: text(from.id) || newId(), name: text(from.name), args: text(from.args) };
}

function facts(from: Fields, where: string): Facts {
  const out: Facts = {};
  const numbers = [
    "promptTokens",
    "cachedTokens",
    "tokens",
    "reasoningTokens",
    "firstMs",
    "decodeMs",
  ] as const;
  for (const name of numbers) out[name] = number(from[name]);
  for (const name of ["finish", "detail", "model"] as const) {
    if (from[name]) out[name] = text(from[name]);
  }
  if (from.interventions) {
    out.interventions = list(from.interventions).map((one) => intervention(fields(one, where)));
  }
  return out;
}

export function intervention(from: Fields): Intervention {
  const out: Intervention = { kind: text(from.kind) };
  for (const [name, value] of Object.entries(from)) {
    if (typeof value === "string" || typeof value === "number") out[name] = value;
  }
  return out;
}

function settings(value: unknown): Settings {
  const out: Settings = { ...DEFAULTS };
  if (typeof value !== "object" || value === null) return out;
  const from = value as Fields;
  for (const name of Object.keys(DEFAULTS) as (keyof Settings)[]) {
    const given = from[name];
    if (name === "tools") out.tools = list(given).filter((one) => typeof one === "string");
    else if (typeof given === typeof DEFAULTS[name]) Object.assign(out, { [name]: given });
  }
  return out;
}
