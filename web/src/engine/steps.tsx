// Time of the last steps, split into scheduling, forward and sampling.

import { plural, short } from "../lib/format";
import type { Step } from "./feed";

const PARTS = [
  ["Scheduling", "host_ms", "c"],
  ["Forward", "forward_ms", "a"],
  ["Sampling", "sample_ms", "b"],
] as const;

const HEIGHT = 72;

export function Steps({ steps, leftOut }: { steps: Step[]; leftOut: number }) {
  const total = (step: Step) => step.host_ms + step.forward_ms + step.sample_ms;
  const most = Math.max(...steps.map(total), 0.001);
  const mean = (take: (step: Step) => number) =>
    steps.length ? steps.reduce((sum, step) => sum + take(step), 0) / steps.length : 0;
  const whole = mean(total);
  const said = PARTS.map(([label, key]) => `${label} ${short(mean((step) => step[key]))} ms`);
  return (
    <section class="card" aria-labelledby="steps-title">
      <h2 id="steps-title">Time per step</h2>
      {steps.length === 0 ? (
        <p class="muted">No steps yet.</p>
      ) : (
        <>
          <p class="big">
            {short(whole)} ms <span class="muted">mean of {plural(steps.length, "step")}</span>
          </p>
          <svg
            class="steps"
            viewBox={`0 0 ${steps.length} ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`Last steps: ${said.join(", ")}; longest ${short(most)} ms`}
          >
            {steps.map((step, i) => (
              <StepBar key={i} step={step} x={i} most={most} />
            ))}
          </svg>
          <ul class="legend-list" role="list">
            {PARTS.map(([label, key, colour]) => (
              <li key={key}>
                <i class={`dot fill-${colour}`} /> {label}
                <span class="grow" />
                {short(mean((step) => step[key]))} ms
                <span class="muted share">
                  {whole > 0 ? Math.round((100 * mean((step) => step[key])) / whole) : 0}%
                </span>
              </li>
            ))}
          </ul>
          {leftOut > 0 && <p class="muted">{plural(leftOut, "step")} left out of the last event</p>}
        </>
      )}
    </section>
  );
}

function StepBar({ step, x, most }: { step: Step; x: number; most: number }) {
  let top = HEIGHT;
  return (
    <g>
      {PARTS.map(([, key, colour]) => {
        const height = (HEIGHT * step[key]) / most;
        top -= height;
        return (
          <rect key={key} class={`fill-${colour}`} x={x} width={0.8} y={top} height={height} />
        );
      })}
    </g>
  );
}
