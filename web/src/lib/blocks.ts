// Markdown as tokens. Text that grows is read again only from the blocks that may still change.

import { Lexer, type MarkedToken } from "marked";

export type Block = MarkedToken;

/** Longer texts are shown as they are: to read them would hold up the page. */
const TEXT_MAX = 400_000;
/** Blocks at the end that more text can change. */
const OPEN_BLOCKS = 3;

export class Blocks {
  private text = "";
  private blocks: Block[] = [];

  of(text: string): Block[] {
    if (text === this.text) return this.blocks;
    const kept = text.startsWith(this.text) ? this.blocks.slice(0, -OPEN_BLOCKS) : [];
    const end = kept.reduce((sum, block) => sum + block.raw.length, 0);
    const raw = kept.map((block) => block.raw).join("");
    // The lexer rewrites some white space; where it did, offsets do not fit and all is read.
    this.blocks = text.startsWith(raw) ? [...kept, ...lexed(text.slice(end))] : lexed(text);
    this.text = text;
    return this.blocks;
  }
}

function lexed(text: string): Block[] {
  if (text.length > TEXT_MAX) return [plain(text)];
  try {
    return new Lexer({ gfm: true }).lex(text) as Block[];
  } catch {
    return [plain(text)];
  }
}

function plain(text: string): Block {
  return { type: "code", raw: text, text, lang: "" };
}

const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  copy: "©",
  hellip: "…",
  mdash: "—",
  ndash: "–",
  times: "×",
  rarr: "→",
  larr: "←",
};

/** Text with its character references replaced: the lexer leaves them to a browser. */
export function unescapeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (all, dec, hex, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? all;
    const code = dec ? Number(dec) : parseInt(hex, 16);
    const valid = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return valid ? String.fromCodePoint(code) : "\ufffd";
  });
}

/** The address of a link if it is one that a link may have. */
export function safeHref(href: string): string | null {
  const bare = unescapeEntities(href).replace(
    /[\u0000-\u0020\u007f-\u009f\u200b-\u200f\ufeff]/g,
    "",
  );
  if (!/^(https?:\/\/|mailto:)/i.test(bare)) return null;
  try {
    const url = new URL(bare);
    return ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/**
 * The direction of a block that holds others, by its first letter outside code: `dir="auto"` leaves
 * out the text of children with a direction of their own.
 */
export function directionOf(raw: string): "rtl" | "ltr" {
  const letter = /\p{L}/u.exec(raw.replace(/`[^`]*`/g, ""))?.[0] ?? "";
  return RIGHT_TO_LEFT.test(letter) ? "rtl" : "ltr";
}
