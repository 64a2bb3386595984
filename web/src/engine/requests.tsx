// Requests that run, that wait, and that ended within the last minute, with their spans.

import { count, seconds } from "../lib/format";
import { memo } from "../lib/memo";
import { TRACK_MS, type EngineState, type Track } from "./feed";

export function Requests({ state, tracks }: { state: EngineState; tracks: Track[] }) {
  const idle = tracks.length === 0 && state.waiting.length === 0;
  return (
    <section class="card span-all" aria-labelledby="requests-title">
      <h2 id="requests-title">Requests</h2>
      {idle ? (
        <p class="muted">None in the last minute.</p>
      ) : (
        <div class="scroll" tabIndex={0} role="group" aria-label="Requests">
          <table class="requests">
            <thead>
              <tr>
                <th scope="col">Request</th>
                <th scope="col">State</th>
                <th scope="col" class="to-right">
                  Prompt
                </th>
                <th scope="col" class="to-right">
                  Cached
                </th>
                <th scope="col" class="to-right">
                  Generated
                </th>
                <th scope="col" class="to-right">
                  Time
                </th>
                <th scope="col" class="spans-head">
                  Spans, last minute
                  <span class="legend">
                    <i class="dot fill-b" /> prefill <i class="dot fill-a" /> decode{" "}
                    <i class="dot fill-c" /> verify
                  </span>
                </th>
              </tr>
            </thead>
            <tbody>
              {state.waiting.map((one) => (
                <tr key={one.id} class="is-waiting">
                  <td>
                    <RequestName id={one.id} api={one.api} />
                  </td>
                  <td>waiting for {one.reason}</td>
                  <td class="to-right">{count(one.prompt)}</td>
                  <td />
                  <td />
                  <td class="to-right">{seconds(one.seconds)}</td>
                  <td />
                </tr>
              ))}
              {tracks.map((track) => (
                <TrackRow key={track.info.id} track={track} now={state.time} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function RequestName({ id, api }: { id: string; api: string }) {
  return (
    <>
      <code title={id}>{id.length > 14 ? `…${id.slice(-10)}` : id}</code>{" "}
      <span class="muted">{api}</span>
    </>
  );
}

function TrackRow({ track, now }: { track: Track; now: number }) {
  const { info, segments, ended } = track;
  return (
    <tr class={ended === null ? undefined : "is-ended"}>
      <td>
        <RequestName id={info.id} api={info.api} />
      </td>
      <td>{ended === null ? `${info.state}, slot ${info.slot}` : "ended"}</td>
      <td class="to-right">{count(info.prompt)}</td>
      <td class="to-right">{count(info.cached)}</td>
      <td class="to-right">
        {count(info.generated)}/{count(info.max)}
      </td>
      <td class="to-right">{seconds(info.seconds)}</td>
      <td>
        <Spans segments={segments} now={now} label={`Spans of ${info.id}`} />
      </td>
    </tr>
  );
}

const COLOURS = { prefill: "b", decode: "a", verify: "c" } as const;

const Spans = memo(function Spans(props: {
  segments: Track["segments"];
  now: number;
  label: string;
}) {
  const x = (time: number) => 1000 * (1 - Math.min(TRACK_MS, props.now - time) / TRACK_MS);
  const kinds = [...new Set(props.segments.map((one) => one.kind))].join(", ");
  return (
    <svg
      class="spans"
      viewBox="0 0 1000 12"
      preserveAspectRatio="none"
      role="img"
      aria-label={`${props.label}: ${kinds || "none"}`}
    >
      {props.segments.map((one, i) => (
        <rect
          key={i}
          class={`fill-${COLOURS[one.kind]}`}
          x={x(one.from).toFixed(1)}
          width={Math.max(2, x(one.to) - x(one.from)).toFixed(1)}
          y={one.kind === "decode" ? 3 : 0}
          height={one.kind === "decode" ? 6 : 12}
        />
      ))}
    </svg>
  );
});
