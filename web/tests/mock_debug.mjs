// The debug routes of the mock server: an engine at work, its prefix tree, its model.

/** Sends `hello`, and a state four times a second. */
export function engineEvents(mock, response) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (event, data) => response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  send("hello", {
    version: "0.0.1", model: mock.model, device: "cpu", slots: 32, kv_blocks: 2048,
    block_tokens: 32, snapshots: 64, tiers: [{ name: "host", bytes: 2 ** 30 }], context: 32768,
    ceiling: { tokens_per_second: 410, source: "bandwidth probe at start" },
  });
  let tick = 0;
  const next = () => send("state", mock.engine(engineState(tick++, Date.now())));
  next();
  const timer = setInterval(next, 250);
  response.on("close", () => clearInterval(timer));
}

/** A state of a made-up engine: four requests that follow each other, one that waits. */
export function engineState(tick, time) {
  const wave = Math.sin(tick / 9);
  const ids = [0, 1, 2].map((i) => `req_${String(Math.floor((tick + 20 * i) / 60) * 3 + i)
    .padStart(12, "0")}`);
  const running = ids.map((id, i) => {
    const age = (tick + 20 * i) % 60;
    const prompt = 400 + 212 * i;
    const computed = Math.min(prompt, 64 + age * 120);
    const generated = Math.max(0, age - 6) * 4;
    return {
      id, api: ["chat", "messages", "responses"][i], slot: i, state: age < 6 ? "prefill" : "decode",
      prompt, cached: 64, computed, generated, max: 256, seconds: age / 4,
    };
  });
  const steps = [0, 1, 2, 3].map((n) => ({
    time: time - 190 + 62 * n,
    host_ms: 0.3 + 0.1 * Math.abs(wave), forward_ms: 8 + 2 * wave + n / 3, sample_ms: 0.5,
    rows: 35,
    spans: running.map((one) => ({
      id: one.id,
      start: one.state === "prefill" ? one.computed : one.prompt + one.generated,
      rows: one.state === "prefill" ? 30 : 1,
    })),
  }));
  return {
    time, running,
    waiting: [{ id: "req_waiting0001", api: "chat", prompt: 9000, seconds: 1.5, reason: "blocks" }],
    slots: { used: 3, total: 32 },
    blocks: { used: Math.round(900 + 500 * wave), total: 2048 },
    snapshots: { used: 12, total: 64 },
    tiers: [{ name: "host", used: 400 * 2 ** 20, total: 2 ** 30 }],
    prefix: {
      hit_tokens: 5000 + 80 * tick, computed_tokens: 3000 + 30 * tick,
      breaks: { edited: 4, evicted: 2, "other template": 1 },
    },
    drafts: { proposed: 100 + 10 * tick, accepted: 71 + 7 * tick },
    steps, steps_left_out: 0,
    tokens_per_second: 180 + 60 * wave,
  };
}

/** A state of that engine with KV blocks on the disk: 40 MiB are read in each state. */
export function withDisk(state, tick) {
  return {
    ...state,
    blocks: { used: 15_000, cached: 9000, total: 32_768 },
    tiers: [{ name: "disk", used: 700 * 2 ** 20, total: 2 ** 30 }],
    disk: {
      resident_blocks: 2000, resident_blocks_max: 2048, queue_depth: 4 + (tick % 8),
      read_bytes: tick * 40 * 2 ** 20, written_bytes: tick * 2 ** 20, failed_jobs: 0,
      read_wait_seconds: 0.05 * tick, write_wait_seconds: 0.001 * tick,
      used_blocks: 1000 * tick, brought_blocks: 40 * tick, hit_share: 0.96,
    },
  };
}

export function prefixTree() {
  const texts = ["You are a helpful assistant.", " The weather in", " Paris", " Berlin", " Write a"];
  const parents = [null, 0, 1, 1, 0];
  return {
    nodes: texts.map((text, id) => ({
      id, parent: parents[id], tokens: 32 * (id + 1), blocks: id + 1, snapshot: id % 2 === 0,
      tier: id === 3 ? "host" : "device", uses_since: 3 * id, used: id === 2,
      text,
    })),
    left_out: 2,
    breaks: [{ time: Date.now() - 5000, reason: "edited", at_token: 512 }],
  };
}

export function modelReport() {
  const explain = [
    ["model", "mock-model", "argument"],
    ["device", "cpu", "--device cpu"],
    ["dtype", "bf16", "the weights are BF16"],
    ["max_seq_len", "32768", "the model's own"],
    ["kv_block_tokens", "32", "fixed"],
    ["config.rope_theta", "1000000", "config.json: rope_theta"],
  ].map(([name, value, source]) => ({ name, value, source }));
  const plan = {
    pools: [["KV blocks", 3188293632], ["state snapshots", 330301440], ["logits", 1572864]].map(
      ([name, bytes]) => ({ name, bytes }),
    ),
    weights_bytes: 156894880, total_bytes: 3677062816, machine_bytes: 25276502016,
  };
  const bound = [
    ["add_rms_norm", "()", "avx512"],
    ["linear", "LinearNeed { format: Bf16, n: 512, k: 256 }", "bf16_dot_avx512bf16"],
    ["attention", "AttentionNeed { heads: 4, kv_heads: 2, dim: 64 }", "bf16_avx512"],
  ].map(([op, need, row], i) => ({
    op, need, row, row_contract: "kept", layers: 12 + i, passed_over: [],
  }));
  return { explain, plan, kernels: { bound } };
}
