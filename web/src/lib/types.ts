// Data of conversations, as they are kept in the browser and exported.

export type Role = "user" | "assistant" | "tool";

/** A call of a tool; `args` is JSON text as the model wrote it. */
export interface Call {
  id: string;
  name: string;
  args: string;
}

export interface Attachment {
  name: string;
  text: string;
}

/** A token: its text, its bytes where the text is not whole, log-probability, alternatives. */
export interface Token {
  t: string;
  b?: number[];
  p: number;
  top: [string, number][];
}

export interface Intervention {
  kind: string;
  [field: string]: string | number;
}

/** Measured and reported facts of an answer. */
export interface Facts {
  promptTokens?: number;
  cachedTokens?: number;
  tokens?: number;
  reasoningTokens?: number;
  /** Milliseconds to the first token, and from there to the last. */
  firstMs?: number;
  decodeMs?: number;
  finish?: string;
  detail?: string;
  model?: string;
  interventions?: Intervention[];
}

export type State = "done" | "streaming" | "stopped" | "failed";

export interface Message {
  id: string;
  parent: string | null;
  role: Role;
  content: string;
  time: number;
  state: State;
  reasoning?: string;
  calls?: Call[];
  /** The call that a tool's message answers. */
  callId?: string;
  attachments?: Attachment[];
  /** The answer was asked to be JSON. */
  json?: boolean;
  edited?: boolean;
  error?: string;
  /** The status of the response that made an answer fail. */
  status?: number;
  facts?: Facts;
  /** JSON of the `Token`s: a text is kept and read back far faster than thousands of objects. */
  tokens?: string;
}

export type ThinkingLevel = "" | "none" | "low" | "medium" | "high";

/** Settings of a conversation; an empty text leaves the server's default. */
export interface Settings {
  system: string;
  temperature: string;
  topP: string;
  topK: string;
  minP: string;
  presence: string;
  frequency: string;
  repetition: string;
  maxTokens: string;
  seed: string;
  stop: string;
  thinking: ThinkingLevel;
  logprobs: boolean;
  tools: string[];
  jsonOn: boolean;
  schema: string;
}

export interface Conversation {
  id: string;
  title: string;
  created: number;
  updated: number;
  messages: Record<string, Message>;
  /** The chosen child of a message; the first message is that of "". */
  chosen: Record<string, string>;
  settings: Settings;
}

export const DEFAULTS: Settings = {
  system: "",
  temperature: "",
  topP: "",
  topK: "",
  minP: "",
  presence: "",
  frequency: "",
  repetition: "",
  maxTokens: "",
  seed: "",
  stop: "",
  thinking: "",
  logprobs: true,
  tools: [],
  jsonOn: false,
  schema:
    '{\n  "type": "object",\n  "properties": {\n    "answer": { "type": "string" }\n  },\n' +
    '  "required": ["answer"]\n}',
};
