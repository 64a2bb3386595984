// Tokens of an answer as texts that can be shown.

import type { Token } from "./types";

/** The tokens of a message; those of an import may be anything, which is left out. */
export function tokensOf(json: string): Token[] {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) ? list.filter(isToken) : [];
  } catch {
    return [];
  }
}

function isToken(value: unknown): value is Token {
  const token = value as Token | null;
  return (
    typeof token === "object" &&
    typeof token?.t === "string" &&
    typeof token.p === "number" &&
    (token.b === undefined || isBytes(token.b)) &&
    Array.isArray(token.top) &&
    token.top.every((one) => typeof one?.[0] === "string" && typeof one[1] === "number")
  );
}

const isBytes = (value: unknown): boolean =>
  Array.isArray(value) && value.every((byte) => typeof byte === "number");

/** Tokens that make whole characters together. */
export interface Piece {
  text: string;
  tokens: Token[];
}

/** Groups tokens that hold parts of one character, so that each piece is whole text. */
export function piecesOf(tokens: Token[]): Piece[] {
  const pieces: Piece[] = [];
  let open: Token[] = [];
  let bytes: number[] = [];
  for (const token of tokens) {
    if (!token.b && !open.length) {
      pieces.push({ text: token.t, tokens: [token] });
      continue;
    }
    open.push(token);
    bytes.push(...(token.b ?? new TextEncoder().encode(token.t)));
    const text = whole(bytes);
    // Four bytes are the longest character; more that do not decode are shown as they are.
    if (text !== null || bytes.length > 16) {
      pieces.push({ text: text ?? new TextDecoder().decode(new Uint8Array(bytes)), tokens: open });
      open = [];
      bytes = [];
    }
  }
  if (open.length) {
    pieces.push({ text: new TextDecoder().decode(new Uint8Array(bytes)), tokens: open });
  }
  return pieces;
}

function whole(bytes: number[]): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array(bytes));
  } catch {
    return null;
  }
}

/** A token with its white space made visible. */
export function spelled(text: string): string {
  if (text === "") return "(empty)";
  return text.replaceAll(" ", "␣").replaceAll("\n", "⏎").replaceAll("\t", "⇥");
}

/** A probability as a percentage of few digits. */
export function chance(logprob: number): string {
  const p = 100 * Math.exp(logprob);
  if (p >= 99.95) return "100%";
  if (p >= 9.95) return `${p.toFixed(1)}%`;
  if (p >= 0.01) return `${p.toFixed(2)}%`;
  return "<0.01%";
}

/** How unlikely a piece was, in five steps. */
export function surprise(piece: Piece): number {
  const p = Math.exp(Math.min(...piece.tokens.map((token) => token.p)));
  return p > 0.9 ? 0 : p > 0.6 ? 1 : p > 0.3 ? 2 : p > 0.1 ? 3 : 4;
}
