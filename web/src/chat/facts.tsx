// Figures of an answer, and where the server did other than pass it on.

import { count, percent, plural, seconds, short } from "../lib/format";
import type { Facts, Intervention, Message } from "../lib/types";

/** Interventions in words; `docs/guide/limits.md` says more. */
const KINDS: Record<string, string> = {
  call_in_reasoning: "A tool call inside the reasoning ended it",
  incomplete_call_in_reasoning: "A tool call inside the reasoning stayed incomplete",
  invalid_call_in_reasoning: "A tool call inside the reasoning was not valid",
  missing_close: "A tool call was not closed",
  kept_as_string: "An argument did not fit its type and was kept as a string",
  thinking_budget: "The reasoning reached its budget and was closed",
  thinking_room: "The reasoning was closed to leave room for the answer",
  thinking_repetition: "The reasoning repeated itself and was closed",
  repetition: "The answer repeated itself and was ended",
  tool_body: "A tool call grew beyond its limit",
  prose_between_calls: "Too much text between tool calls",
  post_thinking: "The answer after the reasoning reached its limit",
  held_back: "Too much text was held back",
  calls: "Too many tool calls",
  repeated_calls: "A tool call was repeated too often",
  answer_room: "The answer was led to a whole form before its end",
  unpromised_form: "The asked form could not be promised",
};

const DETAILS: Record<string, string> = {
  max_tokens: "ended at max tokens",
  seq_len: "ended at the context length",
  deadline: "ended at its deadline",
  stop_string: "ended by a stop string",
  incomplete_call: "ended in an incomplete call",
};

export function FactsLine({ message }: { message: Message }) {
  const { facts = {}, state } = message;
  const parts = state === "streaming" ? [] : partsOf(facts);
  return (
    <div class="facts">
      {parts.map(([label, title]) => (
        <span key={title} title={title}>
          {label}
        </span>
      ))}
      {state !== "streaming" && facts.interventions && <Interventions list={facts.interventions} />}
    </div>
  );
}

function partsOf(facts: Facts): [string, string][] {
  const parts: [string, string][] = [];
  if (facts.tokens !== undefined) parts.push([plural(facts.tokens, "token"), "Generated tokens"]);
  if (facts.tokens && facts.tokens > 1 && facts.decodeMs) {
    const speed = (facts.tokens - 1) / (facts.decodeMs / 1000);
    parts.push([`${short(speed)} tok/s`, "Speed from the first token to the last"]);
  }
  if (facts.firstMs !== undefined) {
    parts.push([`first ${seconds(facts.firstMs / 1000)}`, "Time to the first token"]);
  }
  if (facts.promptTokens !== undefined && facts.cachedTokens !== undefined) {
    const { promptTokens: all, cachedTokens: hit } = facts;
    parts.push([
      `prefix ${count(hit)}/${count(all)}`,
      `Prompt tokens that the prefix cache had: ${percent(hit, all)}`,
    ]);
  }
  const ending = facts.detail && DETAILS[facts.detail];
  if (ending) parts.push([ending, "End of the answer"]);
  return parts;
}

function Interventions({ list }: { list: Intervention[] }) {
  if (!list.length) return null;
  return (
    <details class="interventions">
      <summary>{plural(list.length, "intervention")}</summary>
      <ul>
        {list.map((one, i) => (
          <li key={i}>
            {Object.hasOwn(KINDS, one.kind) ? KINDS[one.kind] : one.kind}
            <span class="muted"> {rest(one)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function rest(one: Intervention): string {
  const fields = Object.entries(one).filter(([name]) => name !== "kind");
  return fields.map(([name, value]) => `${name} ${value}`).join(", ");
}
