// Icons as strokes on a grid of 16.

const PATHS = {
  plus: "M8 3v10M3 8h10",
  send: "M8 13V3.5M3.8 7.5 8 3.3l4.2 4.2",
  stop: "M4.5 4.5h7v7h-7z",
  copy: "M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z",
  check: "m3 8.5 3.2 3.2L13 4.8",
  edit: "m3 13 .6-2.9L10.8 3 13 5.2 5.9 12.4z",
  again: "M13 8a5 5 0 1 1-1.6-3.7M13 2.5v3h-3",
  branch:
    "M4.5 4v8M4.5 10c0-3 7-1.5 7-5M3 3.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0M3 12.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0M10 3.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0",
  left: "M9.8 4 6 8l3.8 4",
  right: "M6.2 4 10 8l-3.8 4",
  down: "m4 6.2 4 3.8 4-3.8",
  close: "m4 4 8 8m0-8-8 8",
  menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
  sliders:
    "M2.5 5h6m4 0h1M2.5 11h1m4 0h6M8.5 5a2 2 0 1 0 4 0a2 2 0 1 0-4 0M3.5 11a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
  clip: "m12.5 7.5-5 5a3 3 0 0 1-4.2-4.2l5.4-5.4a2 2 0 0 1 2.8 2.8L6.2 11a1 1 0 0 1-1.4-1.4l4.7-4.7",
  trash: "M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.5 9h6l.5-9",
  tool: "M9.5 5.5a3 3 0 0 1 4-2.8l-2 2 .3 1.5 1.5.3 2-2a3 3 0 0 1-4 3.8L6 13.5A1.5 1.5 0 0 1 3.5 11z",
  theme: "M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11",
  key: "M8.5 7.5 13 3m-1.5 1.5 1.5 1.5M3 10.5a2.7 2.7 0 1 0 5.4 0a2.7 2.7 0 1 0-5.4 0",
  play: "M5 3.5v9l7-4.5z",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
