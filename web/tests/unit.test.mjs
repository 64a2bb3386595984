// The parts without a browser, read through Vite as the page reads them.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createServer } from "vite";

const vite = await createServer({
  root: new URL("../", import.meta.url).pathname, appType: "custom", logLevel: "error",
  server: { middlewareMode: true, ws: false, watch: null }, optimizeDeps: { noDiscovery: true },
});
after(() => vite.close());
const load = (name) => vite.ssrLoadModule(`/src/${name}`);

test("the calculator computes and refuses", async () => {
  const { evaluate } = await load("lib/calculator.ts");
  const values = {
    "1 + 2 * 3": 7, "(1 + 2) * 3": 9, "2 ^ 3 ^ 2": 512, "-2 ^ 2": -4, "2 ^ -1": 0.5, "7 % 4": 3,
    "0.1 + 0.2": 0.3, "1e3 / 4": 250, "sqrt(2) ** 2": 2, "max(1, 2, 3) - min(4, 5)": -1,
    "6 × 7 ÷ 2": 21, ".5 * 4": 2, "PI - pi": 0, "--3": 3,
  };
  for (const [text, value] of Object.entries(values)) assert.equal(evaluate(text), value, text);
  const bad = ["", "1 +", "1 2", "(1", "1)", "1 / 0", "foo", "sqrt 2", "a.b", "constructor(1)", "1; 2",
    "__proto__", "10 ^ 999", "(".repeat(500), "alert('x')"];
  for (const text of bad) assert.throws(() => evaluate(text), Error, text);
});

test("events are split wherever the network cuts them", async () => {
  const { EventParser } = await load("lib/sse.ts");
  const text = ": note\r\nevent: state\r\ndata: {\"a\":\r\ndata: 1}\r\n\r\ndata:x\n\nretry: 5\n\ndata: [DONE]\n\n";
  const expected = [
    { event: "state", data: '{"a":\n1}' }, { event: "message", data: "x" },
    { event: "message", data: "[DONE]" },
  ];
  for (let size = 1; size < text.length; size++) {
    const parser = new EventParser();
    const events = [];
    for (let at = 0; at < text.length; at += size) events.push(...parser.push(text.slice(at, at + size)));
    assert.deepEqual(events, expected, `pieces of ${size}`);
  }
});

test("Markdown that grows is read as it would be at once", async () => {
  const { Blocks } = await load("lib/blocks.ts");
  const text = "# A\n\ntext\nmore *x*\n\n- a\n- b\n\n  c\n\n1. x\n\n> q\n> r\n\n```js\nlet a = `\n\n```\n\n"
    + "| a | b |\n|---|---|\n| 1 | 2 |\n\nSet\n===\n\n    code\n\n<div>\n\nend\r\nof\ttext";
  const growing = new Blocks();
  for (let end = 0; end <= text.length; end++) {
    const part = text.slice(0, end);
    assert.deepEqual(growing.of(part), new Blocks().of(part), JSON.stringify(part));
  }
  // Finished blocks stay the same objects, so that they are not drawn again.
  const before = growing.of(`${text}\n\nnew`)[0];
  assert.equal(growing.of(`${text}\n\nnew one`)[0], before);
  // A text that is another one is read anew.
  assert.equal(growing.of("other")[0].raw, "other");
});

test("deep nesting and long texts do not hold up the page", async () => {
  const { Blocks } = await load("lib/blocks.ts");
  for (const text of [">".repeat(2000), "- ".repeat(1500), "[".repeat(5000), "*".repeat(5000),
    "`".repeat(5000), "|".repeat(5000), "a".repeat(500_000)]) {
    const start = performance.now();
    new Blocks().of(text);
    const took = performance.now() - start;
    assert.ok(took < 3000, `${text.slice(0, 5)}: ${took} ms`);
  }
});

test("links lead to pages and mail alone", async () => {
  const { safeHref, unescapeEntities } = await load("lib/blocks.ts");
  for (const good of ["https://a.b/c?d=e", "http://a.b/", "mailto:a@b.c"]) assert.ok(safeHref(good), good);
  for (const bad of ["javascript:x", "java\tscript:x", " javascript:x", "&#106;avascript:x", "data:x",
    "//a.b", "/a", "#a", "file:///x", "blob:x", "https:", "\u0001javascript:x", "view-source:x"]) {
    assert.equal(safeHref(bad), null, bad);
  }
  assert.equal(unescapeEntities("&lt;b&gt; &#x41;&#66; &unknown; &#0; &amp;lt;"), "<b> AB &unknown; \ufffd &lt;");
});

test("highlighting keeps every character", async () => {
  const { highlighted } = await load("lib/highlight.ts");
  const code = "// a\nfn f<'a>(x: &'a str) -> u8 { r#\"s\" // \"# ; 'c'; 0xff + 1.5e3 } /* open";
  for (const lang of ["rust", "js", "py", "sh", "sql", "json", "toml", "html", "css", "c", "diff", "?", ""]) {
    assert.equal(highlighted(code, lang).map((part) => part.text).join(""), code, lang);
  }
  const kinds = highlighted(code, "rust").filter((part) => part.kind).map((part) => [part.kind, part.text]);
  assert.deepEqual(kinds, [
    ["comment", "// a"], ["keyword", "fn"], ["string", 'r#"s" // "#'], ["string", "'c'"],
    ["number", "0xff"], ["number", "1.5e3"], ["comment", "/* open"],
  ]);
  assert.equal(highlighted("constructor", "__proto__").length, 1);
});

test("tokens that hold parts of a character are one piece", async () => {
  const { piecesOf, tokensOf } = await load("lib/tokens.ts");
  const [a, b, c, d] = new TextEncoder().encode("👍");
  const part = (bytes) => ({ t: "\ufffd", b: bytes, p: -1, top: [] });
  const plain = (t) => ({ t, p: 0, top: [] });
  const pieces = piecesOf([plain("x"), part([a, b]), part([c]), part([d]), plain("y"), part([a])]);
  assert.deepEqual(pieces.map((one) => one.text), ["x", "👍", "y", "\ufffd"]);
  assert.equal(pieces[1].tokens.length, 3);
  // Those of an import are checked.
  const good = { t: "a", p: -1, top: [["b", -2]] };
  const bad = [null, 1, {}, { ...good, top: 1 }, { ...good, top: [null] }, { ...good, b: ["x"] }];
  assert.deepEqual(tokensOf(JSON.stringify([good, ...bad])), [good]);
  for (const text of ["", "{}", "{"]) assert.deepEqual(tokensOf(text), []);
});

test("the tree of a conversation is changed without touching the old one", async () => {
  const tree = await load("lib/tree.ts");
  const message = (id, parent, role, time) => ({ id, parent, role, content: id, time, state: "done" });
  let one = tree.newConversation();
  one = tree.added(one, message("a", null, "user", 1));
  one = tree.added(one, message("b", "a", "assistant", 2));
  const before = structuredClone(one);
  const two = tree.added(one, message("c", "a", "assistant", 3));
  assert.deepEqual(one, before);
  assert.deepEqual(tree.pathOf(two).map((m) => m.id), ["a", "c"]);
  assert.deepEqual(tree.pathOf(tree.choose(two, "b")).map((m) => m.id), ["a", "b"]);
  assert.deepEqual(tree.branches(two).get("b"), ["b", "c"]);
  const cut = tree.without(two, "c");
  assert.deepEqual(tree.pathOf(cut).map((m) => m.id), ["a", "b"]);
  assert.deepEqual(tree.pathOf(tree.without(two, "a")), []);
});

test("an export is imported as it was", async () => {
  const { exported, imported } = await load("lib/transfer.ts");
  const tree = await load("lib/tree.ts");
  let one = tree.newConversation();
  one = tree.added(one, {
    id: "a", parent: null, role: "user", content: "x", time: 1, state: "done",
    attachments: [{ name: "f", text: "t" }],
  });
  one = tree.added(one, {
    id: "b", parent: "a", role: "assistant", content: "y", time: 2, state: "stopped", reasoning: "r",
    calls: [{ id: "c1", name: "clock", args: "{}" }], json: true, edited: true, error: "e",
    facts: { tokens: 3, finish: "stop", interventions: [{ kind: "calls", limit: 4 }] },
    tokens: JSON.stringify([{ t: "y", b: [121], p: -0.5, top: [["y", -0.5]] }]),
  });
  const [again] = imported(exported([one]));
  const bare = ({ id, ...rest }) => JSON.parse(JSON.stringify(rest));
  assert.notEqual(again.id, one.id);
  assert.deepEqual(bare(again), bare(one));
});

test("a history of the engine has a sample a second and forgets after its time", async () => {
  const { advanced } = await load("engine/feed.ts");
  const { engineState } = await import("./mock_debug.mjs");
  let feed = { status: "idle", problem: "", hello: null, state: null, steps: [], samples: [], tracks: [] };
  for (let tick = 0; tick < 4200; tick++) feed = advanced(feed, engineState(tick, 1_000_000 + 250 * tick));
  assert.equal(feed.samples.length, 900);
  assert.equal(feed.steps.length, 96);
  const sample = feed.samples.at(-1);
  assert.ok(Math.abs(sample.hits - 80 / 110) < 1e-9 && Math.abs(sample.accepted - 0.7) < 1e-9, sample);
  const ended = feed.tracks.filter((track) => track.ended !== null);
  assert.ok(ended.length >= 3 && ended.length < 20, `${ended.length} ended requests`);
  for (const { segments } of feed.tracks) {
    for (let i = 1; i < segments.length; i++) assert.ok(segments[i].from >= segments[i - 1].from);
    assert.ok(segments.length < 40);
  }
});

test("rates of the disk are counted from sample to sample", async () => {
  const { advanced } = await load("engine/feed.ts");
  const { engineState, withDisk } = await import("./mock_debug.mjs");
  let feed = { status: "idle", problem: "", hello: null, state: null, steps: [], samples: [], tracks: [] };
  const at = (tick) => withDisk(engineState(tick, 1_000_000 + 250 * tick), tick);
  for (let tick = 0; tick < 9; tick++) feed = advanced(feed, at(tick));
  const first = feed.samples[0].disk;
  assert.deepEqual([first.read, first.written, first.hits], [null, null, null]);
  const { read, written, hits } = feed.samples.at(-1).disk;
  assert.deepEqual([read, written], [160 * 2 ** 20, 4 * 2 ** 20]);
  assert.ok(Math.abs(hits - 0.96) < 1e-9, hits);
  // A server that was started again counts anew: nothing is below 0.
  feed = advanced(feed, { ...at(0), time: 1_010_000 });
  assert.deepEqual([feed.samples.at(-1).disk.read, feed.samples.at(-1).disk.hits], [0, null]);
  feed = advanced(feed, engineState(0, 1_020_000));
  assert.equal(feed.samples.at(-1).disk, null);
});

test("whatever a verb prints becomes tables that can be searched", async () => {
  const { tablesOf, searched } = await load("model/tables.ts");
  const tables = tablesOf(
    { total_bytes: 2048, ok: true, pools: [{ name: "a", bytes: 1 }, { name: "b", deep: { x: [1] } }], sub: { k: null } },
    "Memory",
  );
  assert.deepEqual(tables.map((table) => table.title), ["Memory", "Memory: pools", "Memory: sub"]);
  assert.deepEqual(tables[0].rows, [["total bytes", "2.0 KiB"], ["ok", "yes"]]);
  assert.deepEqual(tables[1].rows, [["a", "1 B", ""], ["b", "", '{"x":[1]}']]);
  assert.deepEqual(searched(tables, "POOLS x").map((table) => table.rows.length), [1]);
});
