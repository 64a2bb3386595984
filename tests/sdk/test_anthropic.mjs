// The official Anthropic client against a running server: test_anthropic.mjs BASE_URL.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic({ baseURL: process.argv[2], apiKey: "none", maxRetries: 0, timeout: 120_000 });
const { version } = JSON.parse(
  readFileSync(new URL("./node_modules/@anthropic-ai/sdk/package.json", import.meta.url), "utf8"),
);
const greedy = { model: "atlas-mini", max_tokens: 200, temperature: 0 };
const tool = {
  name: "convert_units",
  description: "Convert a value from one unit to another",
  input_schema: {
    type: "object",
    properties: { value: { type: "number" }, unit_from: { type: "string" }, unit_to: { type: "string" } },
    required: ["value", "unit_from", "unit_to"],
  },
};
const ask = [{ role: "user", content: "Convert 42 from miles to meters" }];
const converted = { value: 42, unit_from: "miles", unit_to: "meters" };

const tests = {
  async message() {
    const messages = [{ role: "user", content: "What is the capital of France?" }];
    const whole = await client.messages.create({ ...greedy, messages });
    assert.match(whole.content[0].text, /Paris/);
    const final = await client.messages.stream({ ...greedy, messages }).finalMessage();
    assert.deepEqual(final.content.map((b) => b.text), whole.content.map((b) => b.text));
    const count = await client.messages.countTokens({ model: "atlas-mini", messages });
    assert.equal(count.input_tokens, whole.usage.input_tokens);
  },

  async tools() {
    const whole = await client.messages.create({ ...greedy, messages: ask, tools: [tool] });
    assert.equal(whole.stop_reason, "tool_use");
    assert.deepEqual(whole.content.at(-1).input, converted);
    const final = await client.messages.stream({ ...greedy, messages: ask, tools: [tool] }).finalMessage();
    assert.deepEqual(final.content.at(-1).input, converted);
  },

  async errors() {
    await assert.rejects(client.messages.create({ ...greedy, messages: [] }), Anthropic.BadRequestError);
    await assert.rejects(client.messages.create({ ...greedy, messages: ask, model: "x" }), Anthropic.NotFoundError);
  },
};

let failed = 0;
for (const [name, run] of Object.entries(tests)) {
  const started = Date.now();
  try {
    await run();
    console.log(`ok   js anthropic ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL js anthropic ${name}\n${error.stack}`);
  }
}
console.log(`anthropic-node ${version}: ${Object.keys(tests).length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
