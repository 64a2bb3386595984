// KV blocks on the disk: traffic, jobs on their way, and blocks that steps found in memory.

import { bytes, count, percent } from "../lib/format";
import type { Disk, Sample } from "./feed";
import { Plot } from "./plots";

const rate = (value: number) => `${bytes(value)}/s`;
const share = (value: number) => `${Math.round(100 * value)}%`;

/** Figures beneath the bars; those of traffic are of the last second. */
export function DiskFacts({ disk, last }: { disk: Disk; last: Sample | undefined }) {
  const traffic = (value: number | null | undefined) => (value == null ? "–" : rate(value));
  return (
    <ul class="legend-list disk-facts" role="list" aria-label="Disk">
      <Fact label="Read rate" value={traffic(last?.disk?.read)} />
      <Fact label="Write rate" value={traffic(last?.disk?.written)} />
      <Fact label="Queue depth" value={count(disk.queue_depth)} />
      <Fact label="Hit share, since the start" value={percent(disk.hit_share, 1)} />
      {disk.failed_jobs > 0 && (
        <Fact label="Failed reads and writes" value={count(disk.failed_jobs)} />
      )}
    </ul>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <li>
      <span class="muted">{label}</span>
      <span class="grow" />
      {value}
    </li>
  );
}

/** Plots of the last 15 minutes, for a server with a disk. */
export function DiskPlots({ samples }: { samples: Sample[] }) {
  return (
    <>
      <Plot
        title="Disk traffic"
        samples={samples}
        series={[
          ["read", (one) => one.disk?.read ?? null, "a"],
          ["written", (one) => one.disk?.written ?? null, "c"],
        ]}
        format={rate}
      />
      <Plot
        title="Disk queue"
        samples={samples}
        series={[["on their way", (one) => one.disk?.queue ?? null, "a"]]}
        format={count}
      />
      <Plot
        title="KV blocks found in memory"
        samples={samples}
        series={[["found", (one) => one.disk?.hits ?? null, "a"]]}
        format={share}
        top={1}
      />
    </>
  );
}
