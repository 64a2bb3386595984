// Numbers and times as people read them.

const BYTES = ["B", "KiB", "MiB", "GiB", "TiB"];

export function bytes(value: number): string {
  let unit = 0;
  while (value >= 1024 && unit < BYTES.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${BYTES[unit]}`;
}

export function count(value: number): string {
  return Math.round(value).toLocaleString("en");
}

/** Three digits at most. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (Math.abs(value) >= 10000) return `${(value / 1000).toFixed(1)}k`;
  if (Math.abs(value) >= 100) return count(value);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2).replace(/\.?0+$/, "");
}

export function percent(part: number, whole: number): string {
  return whole > 0
    ? `${((100 * part) / whole).toFixed(part > 0 && part < whole / 10 ? 1 : 0)}%`
    : "–";
}

export function seconds(value: number): string {
  if (value < 10) return `${value.toFixed(value < 1 ? 2 : 1)} s`;
  if (value < 90) return `${Math.round(value)} s`;
  return `${Math.floor(value / 60)} min ${Math.round(value % 60)} s`;
}

export function ago(time: number, now = Date.now()): string {
  const s = Math.max(0, (now - time) / 1000);
  if (s < 60) return "now";
  if (s < 3600) return `${Math.floor(s / 60)} min`;
  if (s < 86400) return `${Math.floor(s / 3600)} h`;
  return new Date(time).toLocaleDateString("en", { day: "numeric", month: "short" });
}

export function plural(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}
