// Two tools that run in the page, so that the loop of calls and results can be seen.

import { evaluate } from "./calculator";

interface Tool {
  label: string;
  description: string;
  parameters: Record<string, unknown>;
  run(args: Record<string, unknown>): unknown;
}

export const TOOLS: Record<string, Tool> = {
  calculator: {
    label: "Calculator",
    description:
      "Computes an arithmetic expression, such as (2 + 3) * 4 ^ 2 or sqrt(2) / pi. " +
      "Operators: + - * / % ^; functions: sqrt, abs, exp, ln, log10, sin, cos, tan, round, " +
      "floor, ceil, min, max.",
    parameters: {
      type: "object",
      properties: {
        expression: { type: "string", description: "The expression to compute" },
      },
      required: ["expression"],
      additionalProperties: false,
    },
    run(args) {
      if (typeof args.expression !== "string") throw new Error("`expression` must be a string");
      return { result: evaluate(args.expression) };
    },
  },
  clock: {
    label: "Clock",
    description: "Tells the date and time now, in a time zone if one is given.",
    parameters: {
      type: "object",
      properties: {
        time_zone: { type: "string", description: "An IANA time zone, such as Europe/Berlin" },
      },
      additionalProperties: false,
    },
    run(args) {
      const zone =
        typeof args.time_zone === "string" && args.time_zone ? args.time_zone : undefined;
      const now = new Date();
      const form = new Intl.DateTimeFormat("en", {
        dateStyle: "full",
        timeStyle: "long",
        timeZone: zone,
      });
      return {
        utc: now.toISOString(),
        local: form.format(now),
        time_zone: form.resolvedOptions().timeZone,
      };
    },
  },
};

/** The tools of a request. */
export function definitions(names: string[]): unknown[] {
  return names.flatMap((name) => {
    const tool = TOOLS[name];
    if (!tool) return [];
    const { description, parameters } = tool;
    return [{ type: "function", function: { name, description, parameters } }];
  });
}

/** Runs a call; a failure is a result that the model can read. */
export function runCall(name: string, args: string): string {
  const tool = TOOLS[name];
  try {
    if (!tool) throw new Error(`there is no tool "${name}" in this page`);
    const given: unknown = JSON.parse(args || "{}");
    if (typeof given !== "object" || given === null || Array.isArray(given)) {
      throw new Error("the arguments must be an object");
    }
    return JSON.stringify(tool.run(given as Record<string, unknown>));
  } catch (error) {
    return JSON.stringify({ error: (error as Error).message });
  }
}
