// The engine's event stream, its history of 15 minutes, and the requests of the last minute.

import { ApiError, call } from "../lib/api";
import { eventsOf } from "../lib/sse";
import { Store } from "../lib/store";

export interface Share {
  used: number;
  total: number;
}

export interface Hello {
  version: string;
  model: string;
  device: string;
  block_tokens: number;
  context: number;
  ceiling: { tokens_per_second: number; source: string } | null;
}

export interface Running {
  id: string;
  api: string;
  slot: number;
  state: string;
  prompt: number;
  cached: number;
  computed: number;
  generated: number;
  max: number;
  seconds: number;
}

export interface Waiting {
  id: string;
  api: string;
  prompt: number;
  seconds: number;
  reason: string;
}

export interface Step {
  time: number;
  host_ms: number;
  forward_ms: number;
  sample_ms: number;
  rows: number;
  spans: { id: string; start: number; rows: number }[];
}

/** KV blocks on the disk; bytes and blocks are totals since the start of the server. */
export interface Disk {
  resident_blocks: number;
  resident_blocks_max: number;
  queue_depth: number;
  read_bytes: number;
  written_bytes: number;
  failed_jobs: number;
  used_blocks: number;
  brought_blocks: number;
  hit_share: number;
}

export interface EngineState {
  time: number;
  running: Running[];
  waiting: Waiting[];
  slots: Share;
  blocks: Share;
  snapshots: Share;
  tiers: (Share & { name: string })[];
  disk?: Disk;
  prefix: { hit_tokens: number; computed_tokens: number; breaks: Record<string, number> };
  drafts: { proposed: number; accepted: number };
  steps: Step[];
  steps_left_out: number;
  tokens_per_second: number;
}

export type SpanKind = "prefill" | "decode" | "verify";

export interface Segment {
  from: number;
  to: number;
  kind: SpanKind;
}

/** A request with its spans; `ended` is when it was last seen. */
export interface Track {
  info: Running;
  segments: Segment[];
  ended: number | null;
}

/** The disk in one second: bytes a second, share of blocks found in memory, and its totals. */
export interface DiskSample {
  read: number | null;
  written: number | null;
  hits: number | null;
  queue: number;
  totals: Disk;
}

/** One second of the plots; figures that nothing was measured for are null. */
export interface Sample {
  time: number;
  speed: number;
  running: number;
  waiting: number;
  host: number | null;
  forward: number | null;
  sample: number | null;
  blocks: number;
  hits: number | null;
  accepted: number | null;
  disk: DiskSample | null;
}

export type Status = "idle" | "connecting" | "live" | "off" | "lost" | "ended";

export interface Feed {
  status: Status;
  problem: string;
  hello: Hello | null;
  state: EngineState | null;
  steps: Step[];
  samples: Sample[];
  tracks: Track[];
}

const EMPTY: Feed = {
  status: "idle",
  problem: "",
  hello: null,
  state: null,
  steps: [],
  samples: [],
  tracks: [],
};

export const HISTORY_MS = 15 * 60_000;
export const TRACK_MS = 60_000;
const STEPS_KEPT = 96;
/** Milliseconds between spans of a request that are drawn as one. */
const GAP_MS = 300;

export const feed = new Store<Feed>(EMPTY);

/** The feed after a state; pure, so that it can be tested. */
export function advanced(old: Feed, state: EngineState): Feed {
  const cut = old.state && state.time < old.state.time ? EMPTY : old;
  return {
    ...old,
    status: "live",
    problem: "",
    state,
    steps: [...cut.steps, ...state.steps].slice(-STEPS_KEPT),
    samples: sampled(cut, state),
    tracks: tracked(cut.tracks, state),
  };
}

function sampled(old: Feed, state: EngineState): Sample[] {
  const last = old.samples.at(-1);
  if (last && state.time - last.time < 1000) return old.samples;
  const before = old.state;
  const steps = old.steps.concat(state.steps).filter((step) => step.time > (last?.time ?? 0));
  const mean = (take: (step: Step) => number) =>
    steps.length ? steps.reduce((sum, step) => sum + take(step), 0) / steps.length : null;
  const since = (now: number, then: number | undefined) => Math.max(0, now - (then ?? now));
  const hit = since(state.prefix.hit_tokens, before?.prefix.hit_tokens);
  const computed = since(state.prefix.computed_tokens, before?.prefix.computed_tokens);
  const proposed = since(state.drafts.proposed, before?.drafts.proposed);
  const taken = since(state.drafts.accepted, before?.drafts.accepted);
  const sample: Sample = {
    time: state.time,
    speed: state.tokens_per_second,
    running: state.running.length,
    waiting: state.waiting.length,
    host: mean((step) => step.host_ms),
    forward: mean((step) => step.forward_ms),
    sample: mean((step) => step.sample_ms),
    blocks: state.blocks.total ? state.blocks.used / state.blocks.total : 0,
    hits: hit + computed ? hit / (hit + computed) : null,
    accepted: proposed ? taken / proposed : null,
    disk: state.disk ? diskSample(state.disk, state.time, last) : null,
  };
  const kept = old.samples.filter((one) => one.time > state.time - HISTORY_MS);
  return [...kept, sample];
}

/** Rates since the last sample, for which it must have had a disk too. */
function diskSample(disk: Disk, time: number, last: Sample | undefined): DiskSample {
  const before = last?.disk?.totals;
  const since = (key: keyof Disk) => Math.max(0, disk[key] - (before ? before[key] : disk[key]));
  const seconds = last && before ? (time - last.time) / 1000 : 0;
  const used = since("used_blocks");
  return {
    read: seconds ? since("read_bytes") / seconds : null,
    written: seconds ? since("written_bytes") / seconds : null,
    hits: used ? Math.max(0, 1 - since("brought_blocks") / used) : null,
    queue: disk.queue_depth,
    totals: disk,
  };
}

function tracked(old: Track[], state: EngineState): Track[] {
  const known = new Map(old.map((track) => [track.info.id, track]));
  const fresh = new Map<string, Segment[]>();
  for (const step of state.steps) {
    const took = step.host_ms + step.forward_ms + step.sample_ms;
    for (const span of step.spans) {
      const list = fresh.get(span.id) ?? [];
      const info = state.running.find((one) => one.id === span.id) ?? known.get(span.id)?.info;
      list.push({ from: step.time - took, to: step.time, kind: kindOf(span, info) });
      fresh.set(span.id, list);
    }
  }
  const live = new Set(state.running.map((one) => one.id));
  const tracks: Track[] = state.running.map((info) => {
    const before = known.get(info.id)?.segments ?? [];
    return { info, segments: joined(before, fresh.get(info.id) ?? [], state.time), ended: null };
  });
  for (const track of old) {
    const ended = track.ended ?? state.time;
    if (live.has(track.info.id) || ended < state.time - TRACK_MS) continue;
    const segments = joined(track.segments, fresh.get(track.info.id) ?? [], state.time);
    tracks.push({ ...track, segments, ended });
  }
  return tracks;
}

function kindOf(span: { start: number; rows: number }, info: Running | undefined): SpanKind {
  if (info ? span.start < info.prompt : span.rows > 1) return "prefill";
  return span.rows > 1 ? "verify" : "decode";
}

function joined(old: Segment[], fresh: Segment[], now: number): Segment[] {
  const out = old.filter((segment) => segment.to > now - TRACK_MS);
  for (const segment of fresh) {
    const last = out.at(-1);
    if (last && last.kind === segment.kind && segment.from - last.to < GAP_MS) {
      out[out.length - 1] = { ...last, to: segment.to };
    } else {
      out.push(segment);
    }
  }
  return out;
}

let started = false;

/** Listens from the first look at the view on, and again when the connection is lost. */
export async function listen(): Promise<void> {
  if (started) return;
  started = true;
  for (let wait = 1000; ; wait = Math.min(wait * 2, 15_000)) {
    feed.update((old) => ({ ...old, status: "connecting" }));
    try {
      const response = await call("/debug/engine", { headers: { accept: "text/event-stream" } });
      for await (const { event, data } of eventsOf(response.body!)) {
        wait = 1000;
        take(event, data);
      }
      feed.update((old) => ({ ...old, status: old.status === "ended" ? "ended" : "lost" }));
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      const off = status === 404 || status === 403;
      const problem = (error as Error).message;
      feed.update((old) => ({ ...old, status: off ? "off" : "lost", problem }));
      if (off || status === 401) {
        started = false;
        return;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

function take(event: string, data: string): void {
  if (event === "hello") {
    const hello = JSON.parse(data) as Hello;
    feed.update((old) => ({ ...old, hello, status: "live", problem: "" }));
  } else if (event === "state") {
    const state = JSON.parse(data) as EngineState;
    feed.update((old) => advanced(old, state));
  } else if (event === "end") {
    feed.update((old) => ({ ...old, status: "ended" }));
  }
}
