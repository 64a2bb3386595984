// A small highlighter: comments, strings, numbers, keywords and names that are called or tagged.

export type Kind = "" | "comment" | "string" | "number" | "keyword" | "name" | "add" | "del";

export interface Part {
  kind: Kind;
  text: string;
}

interface Language {
  rules: RegExp;
  keywords: Set<string>;
}

const words = (text: string): Set<string> => new Set(text.split(" "));

const C_COMMENTS = String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)`;
const HASH = String.raw`#[^\n]*`;
const STRINGS = String.raw`"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?`;
const TICKS = "`(?:\\\\[\\s\\S]|[^`\\\\])*`?";
const TRIPLE = String.raw`"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)`;
// A quote that begins a lifetime of Rust is none of a character.
const RUST =
  String.raw`b?r(?<hashes>#*)"[\s\S]*?(?:"\k<hashes>|$)|b?"(?:\\[\s\S]|[^"\\])*"?` +
  String.raw`|b?'(?:\\[^\n]+?|[^'\\\n])'`;
const NUMBER = String.raw`\b0[xob][\da-f_]+\b|\b\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?\w*`;
const WORD = String.raw`[A-Za-z_$][\w$]*`;

/** The first group of the rules is a comment, the second a string. */
function language(comment: string, string: string, keywords: string): Language {
  const source = `(${comment || "(?!)"})|(${string})|${NUMBER}|${WORD}`;
  return { rules: new RegExp(source, "gi"), keywords: words(keywords) };
}

const JS = language(
  C_COMMENTS,
  `${STRINGS}|${TICKS}`,
  "abstract as async await break case catch class const continue default delete do else enum " +
    "export extends false finally for from function if implements import in instanceof interface " +
    "let new null of private protected public readonly return satisfies static super switch this " +
    "throw true try type typeof undefined var void while with yield",
);
const PYTHON = language(
  HASH,
  `${TRIPLE}|${STRINGS}`,
  "and as assert async await break case class continue def del elif else except False finally for " +
    "from global if import in is lambda match None nonlocal not or pass raise return self True try " +
    "while with yield",
);
const RUST_LANGUAGE = language(
  C_COMMENTS,
  RUST,
  "as async await box break const continue crate dyn else enum extern false fn for if impl in let " +
    "loop match mod move mut pub ref return self Self static struct super trait true type unsafe " +
    "use where while",
);
const CLIKE = language(
  C_COMMENTS,
  STRINGS,
  "alignas auto bool boolean break case catch char class const constexpr continue default delete " +
    "defer do double else enum explicit extends extern false final finally float for friend func go " +
    "goto if implements import inline instanceof int interface long map namespace new nil noexcept " +
    "null nullptr operator override package private protected public range return select short " +
    "signed sizeof static string struct super switch template this throw throws true try type " +
    "typedef typename union unsigned using val var virtual void volatile when while",
);
const SHELL = language(
  String.raw`(?<=^|\s)#[^\n]*`,
  `${STRINGS}`,
  "case do done elif else esac exit export fi for function if in local return set then until while",
);
const SQL = language(
  String.raw`--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)`,
  STRINGS,
  "add all alter and as asc between by case create delete desc distinct drop else end exists false " +
    "from full group having in index inner insert into is join key left like limit not null offset " +
    "on or order outer primary references right select set table then true union unique update " +
    "values view when where with",
);
const DATA = language("", STRINGS, "true false null");
const CONFIG = language(HASH, STRINGS, "true false null yes no on off");
const MARKUP = language(String.raw`<!--[\s\S]*?(?:-->|$)`, String.raw`"[^"<>]*"|'[^'<>]*'`, "");
const STYLE = language(
  String.raw`\/\*[\s\S]*?(?:\*\/|$)`,
  STRINGS,
  "important media supports from to var calc",
);

const LANGUAGES: Record<string, Language> = {};
const NAMES: [Language, string][] = [
  [JS, "js javascript jsx mjs cjs ts typescript tsx"],
  [PYTHON, "py python python3"],
  [RUST_LANGUAGE, "rs rust"],
  [CLIKE, "c cc cpp c++ h cuda cu cs csharp java kotlin kt go golang swift scala php dart"],
  [SHELL, "sh bash shell zsh console"],
  [SQL, "sql sqlite postgres"],
  [DATA, "json jsonc json5 jsonl"],
  [CONFIG, "toml yaml yml ini conf dockerfile makefile"],
  [MARKUP, "html xml svg vue"],
  [STYLE, "css scss less"],
];
for (const [rules, names] of NAMES) for (const name of words(names)) LANGUAGES[name] = rules;

/** Longer code stays plain. */
const TEXT_MAX = 60_000;

export function highlighted(text: string, lang: string): Part[] {
  const name = lang.toLowerCase();
  if (text.length > TEXT_MAX) return [{ kind: "", text }];
  if (name === "diff" || name === "patch") return diff(text);
  const known = Object.hasOwn(LANGUAGES, name) ? LANGUAGES[name] : undefined;
  if (!known) return [{ kind: "", text }];
  const parts: Part[] = [];
  let end = 0;
  const add = (kind: Kind, piece: string) => {
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += piece;
    else if (piece) parts.push({ kind, text: piece });
  };
  for (const found of text.matchAll(known.rules)) {
    const piece = found[0];
    add("", text.slice(end, found.index));
    end = found.index + piece.length;
    add(kindOf(found, known, text[end] ?? "", text[found.index - 1] ?? ""), piece);
  }
  add("", text.slice(end));
  return parts;
}

function kindOf(found: RegExpMatchArray, known: Language, after: string, before: string): Kind {
  const piece = found[0];
  if (found[1] !== undefined) return "comment";
  if (found[2] !== undefined) return known === DATA && after === ":" ? "name" : "string";
  if (/^\d/.test(piece)) return "number";
  if (known === MARKUP) return before === "<" || before === "/" ? "keyword" : "";
  if (known.keywords.has(known === SQL ? piece.toLowerCase() : piece)) return "keyword";
  return after === "(" || after === "!" ? "name" : "";
}

function diff(text: string): Part[] {
  return text.split(/(?<=\n)/).map((line) => {
    const kinds: Record<string, Kind> = { "+": "add", "-": "del", "@": "comment" };
    return { kind: kinds[line[0] ?? ""] ?? "", text: line };
  });
}
