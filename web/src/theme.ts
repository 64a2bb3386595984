// Light, dark, or as the system has it.

import { Store } from "./lib/store";

export type Theme = "auto" | "light" | "dark";

const NAME = "atlas.theme";
const ORDER: Theme[] = ["auto", "light", "dark"];

function kept(): Theme {
  const name = localStorage.getItem(NAME) as Theme;
  return ORDER.includes(name) ? name : "auto";
}

export const theme = new Store<Theme>(kept());

function apply(): void {
  const now = theme.get();
  if (now === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = now;
}

export function nextTheme(): void {
  const next = ORDER[(ORDER.indexOf(theme.get()) + 1) % ORDER.length]!;
  theme.set(next);
  localStorage.setItem(NAME, next);
}

theme.subscribe(apply);
apply();
