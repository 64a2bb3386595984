// Arithmetic by recursive descent: expression, term, factor, power, atom.

const FUNCTIONS: Record<string, (...args: number[]) => number> = {
  sqrt: Math.sqrt,
  abs: Math.abs,
  exp: Math.exp,
  ln: Math.log,
  log10: Math.log10,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  round: Math.round,
  floor: Math.floor,
  ceil: Math.ceil,
  min: Math.min,
  max: Math.max,
};
const CONSTANTS: Record<string, number> = { pi: Math.PI, e: Math.E };
const SPELLINGS: Record<string, string> = { "×": "*", "·": "*", "÷": "/", "−": "-", "**": "^" };
const DEPTH_MAX = 100;

/** The value of an expression; anything but a finite number is an error. */
export function evaluate(text: string): number {
  const value = new Parser(text).whole();
  if (!Number.isFinite(value)) throw new Error("the result is no finite number");
  // Fifteen digits hide the rounding of binary fractions: 0.1 + 0.2 is 0.3.
  return Number(value.toPrecision(15));
}

class Parser {
  private words: string[];
  private at = 0;
  private depth = 0;

  constructor(text: string) {
    const word =
      /\s*(\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?|[a-z][a-z0-9]*|\*\*|[-+*/%^(),×·÷−])/iy;
    this.words = [];
    let end = 0;
    while (text.slice(end).trim() !== "") {
      word.lastIndex = end;
      const found = word.exec(text);
      if (!found?.[1]) throw new Error(`cannot read "${text.slice(end).trim().slice(0, 20)}"`);
      this.words.push(SPELLINGS[found[1]] ?? found[1]);
      end = word.lastIndex;
    }
  }

  whole(): number {
    const value = this.sum();
    const rest = this.words[this.at];
    if (rest !== undefined) throw new Error(`"${rest}" is not expected here`);
    return value;
  }

  private taken(...words: string[]): string | undefined {
    const word = this.words[this.at];
    if (word === undefined || !words.includes(word)) return undefined;
    this.at += 1;
    return word;
  }

  private sum(): number {
    if ((this.depth += 1) > DEPTH_MAX) throw new Error("the expression is nested too deeply");
    let value = this.product();
    for (let op; (op = this.taken("+", "-"));) {
      const right = this.product();
      value = op === "+" ? value + right : value - right;
    }
    this.depth -= 1;
    return value;
  }

  private product(): number {
    let value = this.signed();
    for (let op; (op = this.taken("*", "/", "%"));) {
      const right = this.signed();
      if (op !== "*" && right === 0) throw new Error("division by zero");
      value = op === "*" ? value * right : op === "/" ? value / right : value % right;
    }
    return value;
  }

  private signed(): number {
    let sign = 1;
    for (let op; (op = this.taken("-", "+"));) if (op === "-") sign = -sign;
    return sign * this.power();
  }

  private power(): number {
    const base = this.atom();
    return this.taken("^") ? base ** this.signed() : base;
  }

  private atom(): number {
    if (this.taken("(")) {
      const value = this.sum();
      this.close();
      return value;
    }
    const word = this.words[this.at];
    this.at += 1;
    if (word === undefined) throw new Error("the expression ends too early");
    if (/^[\d.]/.test(word)) return Number(word);
    const name = word.toLowerCase();
    const fn = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (fn) return this.called(name, fn);
    const constant = Object.hasOwn(CONSTANTS, name) ? CONSTANTS[name] : undefined;
    if (constant === undefined) throw new Error(`"${word}" is not known`);
    return constant;
  }

  private called(name: string, fn: (...args: number[]) => number): number {
    if (!this.taken("(")) throw new Error(`"${name}" needs its arguments in parentheses`);
    const args = [this.sum()];
    while (this.taken(",")) args.push(this.sum());
    this.close();
    return fn(...args);
  }

  private close(): void {
    if (!this.taken(")")) throw new Error("a parenthesis is not closed");
  }
}
