// An answer as it arrives: deltas of a streamed chat completion, gathered into a message.

import { eventsOf } from "./sse";
import { intervention } from "./transfer";
import { tokensOf } from "./tokens";
import type { Call, Facts, Message, Token } from "./types";

interface Logprob {
  token: string;
  logprob: number;
  bytes?: number[];
  top_logprobs?: { token: string; logprob: number }[];
}

interface Delta {
  content?: string | null;
  reasoning_content?: string | null;
  tool_calls?: {
    index?: number;
    id?: string;
    function?: { name?: string; arguments?: string };
  }[];
}

interface Chunk {
  model?: string;
  error?: { message?: string };
  choices?: {
    delta?: Delta;
    logprobs?: { content?: Logprob[] } | null;
    finish_reason?: string | null;
    atlas?: { finish_detail?: string; interventions?: Record<string, unknown>[] };
  }[];
  usage?: {
    prompt_tokens: number;
    completion_tokens: number;
    prompt_tokens_details?: { cached_tokens?: number };
    completion_tokens_details?: { reasoning_tokens?: number };
  } | null;
}

/** The stream ended before the answer did. */
export class CutError extends Error {}

export class Answer {
  content: string;
  reasoning: string;
  calls: Call[] = [];
  tokens: Token[];
  facts: Facts = {};
  private began = performance.now();
  private first = 0;
  private last = 0;

  /** An answer that goes on after `before`, if it is given. */
  constructor(before?: Message) {
    this.content = before?.content ?? "";
    this.reasoning = before?.reasoning ?? "";
    this.tokens = before?.tokens ? tokensOf(before.tokens) : [];
  }

  take(chunk: Chunk): void {
    if (chunk.model) this.facts.model = chunk.model;
    const choice = chunk.choices?.[0];
    if (choice) {
      const { delta = {}, logprobs } = choice;
      this.time(delta);
      this.content += delta.content ?? "";
      this.reasoning += delta.reasoning_content ?? "";
      for (const piece of delta.tool_calls ?? []) this.takeCall(piece);
      for (const token of logprobs?.content ?? []) this.tokens.push(tokenOf(token));
      if (choice.finish_reason) this.facts.finish = choice.finish_reason;
      if (choice.atlas) {
        this.facts.detail = choice.atlas.finish_detail;
        this.facts.interventions = (choice.atlas.interventions ?? []).map(intervention);
      }
    }
    if (chunk.usage) {
      const { usage } = chunk;
      this.facts.promptTokens = usage.prompt_tokens;
      this.facts.tokens = usage.completion_tokens;
      this.facts.cachedTokens = usage.prompt_tokens_details?.cached_tokens;
      this.facts.reasoningTokens = usage.completion_tokens_details?.reasoning_tokens;
    }
  }

  private time(delta: Delta): void {
    if (!delta.content && !delta.reasoning_content && !delta.tool_calls) return;
    this.last = performance.now();
    this.first ||= this.last;
    this.facts.firstMs = this.first - this.began;
    this.facts.decodeMs = this.last - this.first;
  }

  private takeCall(piece: NonNullable<Delta["tool_calls"]>[number]): void {
    const index = piece.index ?? this.calls.length;
    const call = this.calls[index] ?? { id: "", name: "", args: "" };
    this.calls[index] = {
      id: piece.id ?? call.id,
      name: call.name + (piece.function?.name ?? ""),
      args: call.args + (piece.function?.arguments ?? ""),
    };
  }

  /** The message with what has arrived. */
  into(message: Message): Message {
    const out: Message = { ...message, content: this.content, facts: { ...this.facts } };
    if (this.reasoning) out.reasoning = this.reasoning;
    if (this.calls.length) out.calls = this.calls.filter(Boolean);
    return out;
  }

  /** The message at the end of the answer: with its tokens, which nothing shows before. */
  end(message: Message): Message {
    const out = this.into(message);
    if (!this.tokens.length) return out;
    out.tokens = JSON.stringify(this.tokens);
    out.facts = { tokens: this.tokens.length, ...out.facts };
    return out;
  }
}

const rounded = (logprob: number): number => Math.round(logprob * 1e4) / 1e4;

function tokenOf(from: Logprob): Token {
  const top = (from.top_logprobs ?? []).map((one): [string, number] => [
    one.token,
    rounded(one.logprob),
  ]);
  const token: Token = { t: from.token, p: rounded(from.logprob), top };
  if (from.bytes && from.token.includes("\ufffd")) token.b = from.bytes;
  return token;
}

/** Reads the stream into `answer`; `tick` follows every event. */
export async function readAnswer(
  body: ReadableStream<Uint8Array>,
  answer: Answer,
  tick: () => void,
): Promise<void> {
  const cut = "The connection ended before the answer did. What arrived is kept.";
  try {
    for await (const { data } of eventsOf(body)) {
      if (data === "[DONE]") return;
      const chunk = JSON.parse(data) as Chunk;
      if (chunk.error) throw new Error(chunk.error.message ?? "The server reported an error.");
      answer.take(chunk);
      tick();
    }
  } catch (error) {
    if (error instanceof TypeError) throw new CutError(cut);
    throw error;
  }
  throw new CutError(cut);
}
