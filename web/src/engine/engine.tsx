// The engine, live.

import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { bytes, count, percent, short } from "../lib/format";
import { keyAsked } from "../lib/api";
import { useStore } from "../lib/store";
import { DiskFacts, DiskPlots } from "./disk";
import { feed, listen, type EngineState, type Feed, type Sample, type Status } from "./feed";
import { Plot, UseBar } from "./plots";
import { Prefix, PrefixTree } from "./prefix";
import { Requests } from "./requests";
import { Steps } from "./steps";

const STATUS: Record<Status, string> = {
  idle: "Connecting",
  connecting: "Connecting",
  live: "Live",
  off: "Off",
  lost: "Connection lost, trying again",
  ended: "The server stopped",
};

export function Engine() {
  const now = useStore(feed);
  const asked = useStore(keyAsked);
  useEffect(() => {
    if (asked === null) void listen();
  }, [asked]);
  const { hello, state } = now;
  return (
    <div class="page">
      <header class="page-head">
        <h1>Engine</h1>
        <span class={`status is-${now.status}`}>
          <i class="lamp" /> {STATUS[now.status]}
        </span>
        {hello && (
          <span class="muted">
            {hello.model} · {hello.device} · blocks of {hello.block_tokens} tokens · context{" "}
            {count(hello.context)}
          </span>
        )}
      </header>
      {now.status === "off" && (
        <p class="notice">
          This server does not tell about its engine. It does so on loopback, or if it is started
          with <code>--debug-endpoints</code>.
        </p>
      )}
      {now.status === "lost" && now.problem && <p class="notice">{now.problem}</p>}
      {state && (
        <div class="cards">
          <Figures now={now} />
          <section class="card" aria-labelledby="use-title">
            <h2 id="use-title">In use</h2>
            <KvBlocks state={state} />
            <UseBar label="Slots" {...state.slots} />
            <UseBar label="Snapshots" {...state.snapshots} />
            {state.tiers.map((tier) => (
              <UseBar
                key={tier.name}
                label={`Tier: ${tier.name}`}
                used={tier.used}
                total={tier.total}
                format={bytes}
              />
            ))}
            {state.disk && <DiskFacts disk={state.disk} last={now.samples.at(-1)} />}
          </section>
          <Steps steps={now.steps} leftOut={state.steps_left_out} />
          <Prefix state={state} />
          <Requests state={state} tracks={now.tracks} />
          <History samples={now.samples} />
          <PrefixTree />
        </div>
      )}
    </div>
  );
}

/** With a disk the blocks of the pool are not those of the memory. */
function KvBlocks({ state: { blocks, disk } }: { state: EngineState }) {
  if (!disk) return <UseBar label="KV blocks" {...blocks} />;
  return (
    <>
      <UseBar
        label="KV blocks in memory"
        used={disk.resident_blocks}
        total={disk.resident_blocks_max}
        calm
      />
      <UseBar label="KV pool" {...blocks} />
    </>
  );
}

function Figures({ now }: { now: Feed }) {
  const state = now.state!;
  const ceiling = now.hello?.ceiling ?? null;
  const { proposed, accepted } = state.drafts;
  return (
    <section class="figures span-all" aria-label="Figures">
      <Figure label="Tokens per second" value={short(state.tokens_per_second)}>
        {ceiling
          ? `${percent(state.tokens_per_second, ceiling.tokens_per_second)} of the ceiling, ` +
            `${short(ceiling.tokens_per_second)} (${ceiling.source})`
          : "no ceiling measured"}
      </Figure>
      <Figure label="Running" value={count(state.running.length)}>
        {count(state.waiting.length)} waiting
      </Figure>
      <Figure
        label="Prefix hit"
        value={percent(
          state.prefix.hit_tokens,
          state.prefix.hit_tokens + state.prefix.computed_tokens,
        )}
      >
        since the start
      </Figure>
      <Figure label="Drafts accepted" value={proposed ? percent(accepted, proposed) : "–"}>
        {proposed ? `${count(accepted)} of ${count(proposed)}` : "none proposed"}
      </Figure>
    </section>
  );
}

function Figure(props: { label: string; value: string; children: ComponentChildren }) {
  return (
    <div class="figure">
      <span class="figure-label">{props.label}</span>
      <span class="figure-value">{props.value}</span>
      <span class="muted">{props.children}</span>
    </div>
  );
}

const share = (value: number) => `${Math.round(100 * value)}%`;
const ms = (value: number) => `${short(value)} ms`;

function History({ samples }: { samples: Sample[] }) {
  const hasDisk = Boolean(samples.at(-1)?.disk);
  return (
    <section class="card span-all" aria-labelledby="history-title">
      <h2 id="history-title">Last 15 minutes</h2>
      <div class="plots">
        <Plot
          title="Tokens per second"
          samples={samples}
          series={[["tok/s", (one) => one.speed, "a"]]}
          format={short}
        />
        <Plot
          title="Requests"
          samples={samples}
          series={[
            ["running", (one) => one.running, "a"],
            ["waiting", (one) => one.waiting, "c"],
          ]}
          format={count}
        />
        <Plot
          title="Time per step"
          samples={samples}
          series={[
            ["scheduling", (one) => one.host, "c"],
            ["forward", (one) => one.forward, "a"],
            ["sampling", (one) => one.sample, "b"],
          ]}
          format={ms}
        />
        <Plot
          title={hasDisk ? "KV pool in use" : "KV blocks in use"}
          samples={samples}
          series={[["in use", (one) => one.blocks, "a"]]}
          format={share}
          top={1}
        />
        <Plot
          title="Prefix hit"
          samples={samples}
          series={[["hit", (one) => one.hits, "a"]]}
          format={share}
          top={1}
        />
        <Plot
          title="Drafts accepted"
          samples={samples}
          series={[["accepted", (one) => one.accepted, "a"]]}
          format={share}
          top={1}
        />
        {hasDisk && <DiskPlots samples={samples} />}
      </div>
    </section>
  );
}
