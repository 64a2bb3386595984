// Small plots of the last 15 minutes, and bars of what is in use.

import { useState } from "preact/hooks";
import { count, percent } from "../lib/format";
import { HISTORY_MS, type Sample } from "./feed";

const WIDTH = 300;
const HEIGHT = 56;
/** Milliseconds without a sample that break a line. */
const BREAK_MS = 5000;

type Series = [label: string, take: (sample: Sample) => number | null, colour: string];

interface PlotProps {
  title: string;
  samples: Sample[];
  series: Series[];
  format: (value: number) => string;
  /** The top of the scale, where it is fixed. */
  top?: number;
}

export function Plot({ title, samples, series, format, top }: PlotProps) {
  const [at, setAt] = useState<number | null>(null);
  const now = samples.at(-1)?.time ?? 0;
  const values = samples.flatMap((one) => series.map(([, take]) => take(one) ?? 0));
  const most = top ?? Math.max(...values, 0);
  const scale = most > 0 ? most : 1;
  const x = (time: number) => WIDTH * (1 - (now - time) / HISTORY_MS);
  const y = (value: number) => HEIGHT - 2 - (HEIGHT - 6) * Math.min(1, value / scale);
  const shown = (at === null ? undefined : samples[at]) ?? samples.at(-1);
  const texts = series.map(([label, take]) => {
    const value = shown ? take(shown) : null;
    return [label, value === null ? "–" : format(value)] as const;
  });
  const onMove = (event: PointerEvent & { currentTarget: SVGSVGElement }) => {
    const box = event.currentTarget.getBoundingClientRect();
    const time = now - HISTORY_MS * (1 - (event.clientX - box.left) / box.width);
    setAt(nearest(samples, time));
  };
  const said = texts.map(([label, value]) => `${label} ${value}`).join(", ");
  return (
    <figure class="plot">
      <figcaption>
        <span>
          {title} <span class="muted">to {format(scale)}</span>
        </span>
        <span class="plot-values">
          {texts.map(([label, value], i) => (
            <span key={label}>
              {series.length > 1 && <i class={`dot fill-${series[i]![2]}`} />}
              {series.length > 1 && <span class="muted">{label} </span>}
              {value}
            </span>
          ))}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}, last 15 minutes: now ${said}, scale to ${format(scale)}`}
        onPointerMove={onMove}
        onPointerLeave={() => setAt(null)}
      >
        <line class="axis" x1={0} x2={WIDTH} y1={HEIGHT - 2} y2={HEIGHT - 2} />
        {series.map(([label, take, colour]) => (
          <path key={label} class={`line stroke-${colour}`} d={line(samples, take, x, y)} />
        ))}
        {at !== null && shown && (
          <line class="cursor" x1={x(shown.time)} x2={x(shown.time)} y1={0} y2={HEIGHT} />
        )}
      </svg>
    </figure>
  );
}

function line(
  samples: Sample[],
  take: (sample: Sample) => number | null,
  x: (time: number) => number,
  y: (value: number) => number,
): string {
  let path = "";
  let before = -Infinity;
  for (const sample of samples) {
    const value = take(sample);
    if (value === null) continue;
    const pen = sample.time - before > BREAK_MS ? "M" : "L";
    path += `${pen}${x(sample.time).toFixed(1)} ${y(value).toFixed(1)}`;
    // A single sample is a dot.
    if (pen === "M") path += "h.01";
    before = sample.time;
  }
  return path;
}

function nearest(samples: Sample[], time: number): number | null {
  let best: number | null = null;
  samples.forEach((sample, i) => {
    const gap = Math.abs(sample.time - time);
    if (best === null || gap < Math.abs(samples[best]!.time - time)) best = i;
  });
  return best;
}

interface BarProps {
  label: string;
  used: number;
  total: number;
  format?: (value: number) => string;
  /** A full bar is as it should be. */
  calm?: boolean;
}

export function UseBar({ label, used, total, format = count, calm = false }: BarProps) {
  const share = total > 0 ? Math.min(1, used / total) : 0;
  return (
    <div class="use">
      <div class="use-text">
        <span>{label}</span>
        <span>
          {format(used)}{" "}
          <span class="muted">
            of {format(total)} · {percent(used, total)}
          </span>
        </span>
      </div>
      <div
        class={`use-bar ${share > 0.9 && !calm ? "full" : ""}`}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={used}
        aria-valuetext={`${format(used)} of ${format(total)}`}
      >
        <div style={{ width: `${100 * share}%` }} />
      </div>
    </div>
  );
}
