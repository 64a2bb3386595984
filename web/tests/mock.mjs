// A server with the API that the page uses, whose answers the tests prescribe.
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { engineEvents, modelReport, prefixTree } from "./mock_debug.mjs";

const assets = new URL("../../crates/atlas-server/assets/page/", import.meta.url);
/** The policy of crates/atlas-server/src/api/admin/home.rs, which a test of it compares. */
export const POLICY = readFileSync(new URL("policy.txt", assets), "utf8").trim();
const FILES = {
  "/": ["index.html", "text/html; charset=utf-8"],
  "/page/app.js": ["app.js", "text/javascript; charset=utf-8"],
  "/page/app.css": ["app.css", "text/css; charset=utf-8"],
};

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class Mock {
  /** The key that is wanted, if there is one. */
  key = "";
  model = "mock-model";
  debug = true;
  /** Bodies of the requests for answers. */
  seen = [];
  /** Body to answer: { reasoning, content, calls, delay, cutAfter, status, error, ... }. */
  reply = () => ({ content: "Hello." });
  /** Changes an engine state before it is sent. */
  engine = (state) => state;
  tree = prefixTree;

  async start(port = 0) {
    this.server = createServer((request, response) => {
      this.handle(request, response).catch((error) => {
        if (!response.destroyed) response.destroy(error);
      });
    });
    await new Promise((resolve) => this.server.listen(port, "127.0.0.1", resolve));
    this.port = this.server.address().port;
    this.url = `http://127.0.0.1:${this.port}/`;
    return this;
  }

  /** Ends at once, as a process that is killed does. */
  async stop() {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async handle(request, response) {
    const path = new URL(request.url, this.url).pathname;
    const html = (request.headers.accept ?? "").includes("text/html");
    if (path in FILES && (path !== "/" || html)) return this.file(path, response);
    const json = (status, value) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(value));
    };
    if (path === "/") return json(200, { name: "atlas", version: "0.0.1", model: this.model });
    if (this.key && request.headers.authorization !== `Bearer ${this.key}`) {
      return json(401, { error: { message: "the API key is not one of this server's" } });
    }
    if (path === "/v1/models") {
      return json(200, { data: [{ id: this.model, max_model_len: 32768 }] });
    }
    if (path === "/v1/chat/completions") return this.answer(request, response, json);
    if (!this.debug) return json(404, { error: { message: `Unknown path: GET ${path}` } });
    if (path === "/debug/engine") return engineEvents(this, response);
    if (path === "/debug/prefix") return json(200, this.tree());
    if (path === "/debug/model") return json(200, modelReport());
    json(404, { error: { message: `Unknown path: GET ${path}` } });
  }

  file(path, response) {
    const [name, kind] = FILES[path];
    response.writeHead(200, { "content-type": kind, "content-security-policy": POLICY });
    response.end(readFileSync(new URL(name, assets)));
  }

  async answer(request, response, json) {
    let text = "";
    for await (const piece of request) text += piece;
    const body = JSON.parse(text);
    this.seen.push(body);
    const reply = this.reply(body, this.seen.length);
    if (reply.status) return json(reply.status, { error: { message: reply.message } });
    response.writeHead(200, { "content-type": "text/event-stream" });
    let sent = 0;
    const send = async (delta, more = {}) => {
      if (response.destroyed || sent === reply.cutAfter) return response.destroy();
      sent += 1;
      const choice = { index: 0, delta, logprobs: null, finish_reason: null, ...more };
      response.write(`data: ${JSON.stringify({ model: this.model, choices: [choice] })}\n\n`);
      if (reply.delay) await sleep(reply.delay);
    };
    await send({ role: "assistant", content: "" });
    for (const piece of pieces(reply.reasoning)) await send({ reasoning_content: piece });
    for (const piece of pieces(reply.content)) {
      await send({ content: piece }, body.logprobs ? { logprobs: logprobs(piece) } : {});
    }
    for (const [index, call] of (reply.calls ?? []).entries()) {
      const id = `call_${this.seen.length}_${index}`;
      await send({ tool_calls: [{ index, id, function: { name: call.name, arguments: "" } }] });
      for (const piece of pieces(call.args)) {
        await send({ tool_calls: [{ index, function: { arguments: piece } }] });
      }
    }
    if (reply.error) {
      response.end(`data: ${JSON.stringify({ error: { message: reply.error } })}\n\n`);
      return;
    }
    const finish = reply.finish ?? (reply.calls ? "tool_calls" : "stop");
    const atlas = { finish_detail: reply.detail ?? "stop_token" };
    if (body.atlas?.interventions) atlas.interventions = reply.interventions ?? [];
    await send({}, { finish_reason: finish, atlas });
    const usage = {
      prompt_tokens: 120,
      completion_tokens: sent,
      prompt_tokens_details: { cached_tokens: 96 },
      completion_tokens_details: { reasoning_tokens: pieces(reply.reasoning).length },
    };
    if (response.destroyed) return;
    response.write(`data: ${JSON.stringify({ choices: [], usage })}\n\n`);
    response.end("data: [DONE]\n\n");
  }
}

/** Words with the space before them; a list is taken as it is. */
function pieces(text) {
  if (Array.isArray(text)) return text;
  return text?.match(/\s*\S+|\s+$/g) ?? [];
}

function logprobs(piece) {
  const of = (token, logprob) => ({ token, logprob, bytes: [...Buffer.from(token)] });
  const likely = piece.length % 3 === 0 ? -1.6 : -0.05;
  const others = [" a", " the", " of", " and"].map((token, i) => of(token, -2.5 - i));
  return { content: [{ ...of(piece, likely), top_logprobs: [of(piece, likely), ...others] }] };
}
