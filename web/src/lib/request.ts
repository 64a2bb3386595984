// The body of a chat completion, from the messages and settings of a conversation.

import { definitions } from "./tools";
import type { Message, Settings } from "./types";

type Body = Record<string, unknown>;

/** A setting that cannot be sent, in words for its user. */
export class SettingError extends Error {}

/** Numbers of the settings: field of the API, label, least and largest value. */
const NUMBERS: [keyof Settings, string, string, number, number][] = [
  ["temperature", "temperature", "Temperature", 0, 2],
  ["topP", "top_p", "Top-p", 0, 1],
  ["topK", "top_k", "Top-k", -1, 1e9],
  ["minP", "min_p", "Min-p", 0, 1],
  ["presence", "presence_penalty", "Presence penalty", -2, 2],
  ["frequency", "frequency_penalty", "Frequency penalty", -2, 2],
  ["repetition", "repetition_penalty", "Repetition penalty", 0.01, 10],
  ["maxTokens", "max_tokens", "Max tokens", 1, 1e9],
  ["seed", "seed", "Seed", -(2 ** 53), 2 ** 53],
];
const WHOLE = ["topK", "maxTokens", "seed"];

/** The body for an answer to `path`, the last message of which is continued if `goOn`. */
export function bodyFor(path: Message[], settings: Settings, goOn = false): Body {
  const system = settings.system.trim();
  const messages = path.map(messageOf);
  const body: Body = {
    messages: system ? [{ role: "system", content: settings.system }, ...messages] : messages,
    stream: true,
    stream_options: { include_usage: true },
    atlas: { interventions: true },
    ...numbersOf(settings),
  };
  if (settings.logprobs) Object.assign(body, { logprobs: true, top_logprobs: 5 });
  if (settings.thinking) body.reasoning_effort = settings.thinking;
  const stop = settings.stop.split("\n").filter((line) => line !== "");
  if (stop.length) body.stop = stop.map(unescaped);
  const tools = definitions(settings.tools);
  if (tools.length) body.tools = tools;
  if (settings.jsonOn) {
    const schema = schemaOf(settings.schema);
    body.response_format = {
      type: "json_schema",
      json_schema: { name: "answer", schema, strict: true },
    };
  }
  if (goOn) Object.assign(body, { continue_final_message: true, add_generation_prompt: false });
  return body;
}

function numbersOf(settings: Settings): Body {
  const out: Body = {};
  for (const [name, field, label, least, most] of NUMBERS) {
    const text = (settings[name] as string).trim();
    if (text === "") continue;
    const value = Number(text);
    const whole = !WHOLE.includes(name) || Number.isInteger(value);
    if (!Number.isFinite(value) || value < least || value > most || !whole) {
      const kind = WHOLE.includes(name) ? "a whole number" : "a number";
      const range =
        most > 1e8 ? `from ${least < -1e9 ? "any range" : least}` : `from ${least} to ${most}`;
      throw new SettingError(`${label} must be ${kind} ${range}, but is "${text}".`);
    }
    out[field] = value;
  }
  return out;
}

export function schemaOf(text: string): Body {
  let schema: unknown;
  try {
    schema = JSON.parse(text);
  } catch (error) {
    throw new SettingError(`The JSON schema cannot be read: ${(error as Error).message}.`);
  }
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) {
    throw new SettingError("The JSON schema must be an object.");
  }
  return schema as Body;
}

/** `\n` and `\t` in a stop string mean the characters. */
function unescaped(text: string): string {
  return text.replace(/\\([nt\\])/g, (_, c) => (c === "n" ? "\n" : c === "t" ? "\t" : "\\"));
}

function messageOf(message: Message): Body {
  if (message.role === "tool") {
    return { role: "tool", tool_call_id: message.callId, content: message.content };
  }
  if (message.role === "user") return { role: "user", content: withFiles(message) };
  const out: Body = { role: "assistant", content: message.content || null };
  if (message.reasoning) out.reasoning_content = message.reasoning;
  if (message.calls?.length) {
    out.tool_calls = message.calls.map((call) => ({
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: call.args },
    }));
  } else if (!message.content) {
    out.content = "";
  }
  return out;
}

/** The text of a message with its files before it, each in a fence longer than any inside. */
function withFiles(message: Message): string {
  const files = (message.attachments ?? []).map(({ name, text }) => {
    const runs = text.match(/`{3,}/g) ?? [];
    const fence = "`".repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
    return `File: ${name}\n${fence}\n${text.replace(/\n$/, "")}\n${fence}\n\n`;
  });
  return files.join("") + message.content;
}
