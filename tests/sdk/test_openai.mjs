// The official JavaScript client against a running server: test_openai.mjs BASE_URL.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import OpenAI from "openai";

const baseUrl = process.argv[2];
const client = new OpenAI({ baseURL: `${baseUrl}/v1`, apiKey: "none", maxRetries: 0, timeout: 120_000 });
const model = (await client.models.list()).data[0].id;
const messages = [{ role: "user", content: "Repeat this list: apple, bread, chair, dance, eagle" }];
const greedy = { model, messages, temperature: 0, max_tokens: 24 };
const { version } = JSON.parse(
  readFileSync(new URL("./node_modules/openai/package.json", import.meta.url), "utf8"),
);

async function textOf(stream) {
  let text = "";
  for await (const chunk of stream) {
    for (const choice of chunk.choices) text += choice.delta?.content ?? choice.text ?? "";
  }
  return text;
}

async function refused(kind, param, call) {
  await assert.rejects(call, (error) => {
    assert.ok(error instanceof kind, `${error}`);
    assert.equal(error.param, param);
    assert.equal(error.type, "invalid_request_error");
    return true;
  });
}

async function busy() {
  const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
  return [...metrics.matchAll(/^atlas_requests_(?:running|waiting) (\S+)$/gm)]
    .reduce((sum, match) => sum + Number(match[1]), 0);
}

async function waitUntilIdle() {
  for (let i = 0; i < 500; i++) {
    if ((await busy()) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail(`${await busy()} requests are left`);
}

const tests = {
  async models() {
    assert.equal((await client.models.retrieve(model)).id, model);
    await refused(OpenAI.NotFoundError, "model", () => client.models.retrieve("nope"));
  },

  async chat() {
    const answer = await client.chat.completions.create(greedy);
    assert.equal(answer.object, "chat.completion");
    assert.equal(answer.choices[0].message.role, "assistant");
    assert.ok(["stop", "length"].includes(answer.choices[0].finish_reason));
    const { prompt_tokens, completion_tokens, total_tokens } = answer.usage;
    assert.equal(total_tokens, prompt_tokens + completion_tokens);
    assert.ok(answer._request_id);
  },

  async toolCalls() {
    const parameters = {
      type: "object",
      properties: { value: { type: "number" }, unit_from: { type: "string" }, unit_to: { type: "string" } },
      required: ["value", "unit_from", "unit_to"],
    };
    const description = "Convert a value from one unit to another";
    const request = {
      model,
      temperature: 0,
      max_tokens: 200,
      messages: [{ role: "user", content: "Convert 42 from miles to meters" }],
      tools: [{ type: "function", function: { name: "convert_units", description, parameters } }],
    };
    const want = { value: 42, unit_from: "miles", unit_to: "meters" };
    const whole = (await client.chat.completions.create(request)).choices[0];
    assert.equal(whole.finish_reason, "tool_calls");
    assert.deepEqual(JSON.parse(whole.message.tool_calls[0].function.arguments), want);
    const streamed = (await client.chat.completions.stream(request).finalChatCompletion()).choices[0];
    assert.equal(streamed.finish_reason, "tool_calls");
    assert.deepEqual(JSON.parse(streamed.message.tool_calls[0].function.arguments), want);
  },

  async streamEqualsWhole() {
    const whole = await client.chat.completions.create(greedy);
    const stream = await client.chat.completions.create({ ...greedy, stream: true });
    assert.equal(await textOf(stream), whole.choices[0].message.content);
  },

  async streamHelper() {
    const stream = client.chat.completions.stream({
      ...greedy, logprobs: true, top_logprobs: 2, stream_options: { include_usage: true },
    });
    let text = "";
    stream.on("content", (delta) => (text += delta));
    const final = await stream.finalChatCompletion();
    assert.equal(final.choices[0].message.content, text);
    assert.equal(final.choices[0].logprobs.content.length, final.usage.completion_tokens);
    assert.equal((await stream.totalUsage()).completion_tokens, final.usage.completion_tokens);
  },

  async choices() {
    const fields = { ...greedy, temperature: 1, seed: 11, n: 2, max_tokens: 10 };
    const whole = await client.chat.completions.create(fields);
    const texts = ["", ""];
    for await (const chunk of await client.chat.completions.create({ ...fields, stream: true })) {
      for (const choice of chunk.choices) texts[choice.index] += choice.delta.content ?? "";
    }
    assert.deepEqual(texts, whole.choices.map((c) => c.message.content));
  },

  async stopStrings() {
    const text = (await client.chat.completions.create(greedy)).choices[0].message.content;
    const middle = Math.floor(text.length / 2);
    const stop = [...text.slice(middle)].slice(0, 3).join("");
    assert.ok(stop.length > 0);
    const answer = await client.chat.completions.create({ ...greedy, stop });
    assert.equal(answer.choices[0].message.content, text.slice(0, text.indexOf(stop)));
    assert.equal(answer.choices[0].finish_reason, "stop");
    const stream = await client.chat.completions.create({ ...greedy, stop, stream: true });
    assert.equal(await textOf(stream), text.slice(0, text.indexOf(stop)));
  },

  async completions() {
    const fields = { model, prompt: "The sea is", temperature: 0, max_tokens: 8, logprobs: 1 };
    const whole = await client.completions.create(fields);
    assert.equal(whole.choices[0].logprobs.tokens.length, whole.usage.completion_tokens);
    const stream = await client.completions.create({ ...fields, stream: true });
    assert.equal(await textOf(stream), whole.choices[0].text);
    const echo = await client.completions.create({ ...fields, echo: true });
    assert.equal(echo.choices[0].text, `The sea is${whole.choices[0].text}`);
    const ids = await client.completions.create({ ...fields, return_token_ids: true });
    const byIds = await client.completions.create({ ...fields, prompt: ids.prompt_token_ids });
    assert.equal(byIds.choices[0].text, whole.choices[0].text);
  },

  async errors() {
    const create = (fields) => () => client.chat.completions.create({ ...greedy, ...fields });
    await refused(OpenAI.BadRequestError, "messages", create({ messages: [] }));
    await refused(OpenAI.BadRequestError, "top_p", create({ top_p: 2 }));
    await refused(OpenAI.BadRequestError, "tool_choice", create({ tool_choice: "required" }));
    await refused(OpenAI.BadRequestError, "messages[0].role", create({ messages: [{ content: "x" }] }));
    await refused(OpenAI.NotFoundError, "model", create({ model: "gpt-4" }));
    await refused(OpenAI.BadRequestError, "n", create({ n: 0, stream: true }));
  },

  async responses() {
    const fields = { model, input: "Repeat this list: apple, bread, chair, dance, eagle", temperature: 0, max_output_tokens: 24 };
    const whole = await client.responses.create(fields);
    assert.equal(whole.output_text, (await client.chat.completions.create(greedy)).choices[0].message.content);
    let text = "";
    let last;
    for await (const event of await client.responses.create({ ...fields, stream: true })) {
      if (event.type === "response.output_text.delta") text += event.delta;
      last = event;
    }
    assert.equal(text, whole.output_text);
    assert.deepEqual(last.response.usage, whole.usage);
    const next = await client.responses.create({ ...fields, input: "Go on.", previous_response_id: whole.id });
    const roles = [];
    for await (const item of client.responses.inputItems.list(next.id, { limit: 2 })) roles.push(item.role);
    assert.deepEqual(roles, ["user", "assistant", "user"]);
    await client.responses.delete(whole.id);
    await refused(OpenAI.NotFoundError, null, client.responses.retrieve(whole.id));
  },

  async leavingAStream() {
    await waitUntilIdle();
    const stream = await client.chat.completions.create({
      ...greedy, max_tokens: null, ignore_eos: true, min_tokens: 200, stream: true,
    });
    let count = 0;
    for await (const _ of stream) {
      if (++count === 4) break;
    }
    await waitUntilIdle();
  },

  async manyAtOnce() {
    const expected = (await client.chat.completions.create(greedy)).choices[0].message.content;
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => textOf(await client.chat.completions.create({ ...greedy, stream: true }))),
    );
    assert.deepEqual(answers, Array(8).fill(expected));
  },
};

let failed = 0;
for (const [name, run] of Object.entries(tests)) {
  const started = Date.now();
  try {
    await run();
    console.log(`ok   js ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL js ${name}\n${error.stack}`);
  }
}
console.log(`openai-node ${version}: ${Object.keys(tests).length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
