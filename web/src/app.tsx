// The frame: the bar with the views, and the view that is open.

import { useEffect } from "preact/hooks";
import { Chat } from "./chat/chat";
import { Engine } from "./engine/engine";
import { KeyDialog } from "./key";
import { apiKey, keyAsked, link, server, type Link } from "./lib/api";
import { Store, useStore } from "./lib/store";
import { Model } from "./model/model";
import { nextTheme, theme } from "./theme";
import { Announcer, Confirm, IconButton } from "./ui/parts";

const VIEWS = [
  ["chat", "Chat", Chat],
  ["engine", "Engine", Engine],
  ["model", "Model", Model],
] as const;

const here = () => VIEWS.find(([name]) => `#${name}` === location.hash) ?? VIEWS[0];
const view = new Store(here());
addEventListener("hashchange", () => view.set(here()));

const LINKS: Record<Link, string> = {
  unknown: "Connecting",
  up: "Connected",
  down: "Server unreachable",
  busy: "Server not ready",
};

/** The hash names the view, so the link must not change it. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

export function App() {
  const [open, label, View] = useStore(view);
  const info = useStore(server);
  useEffect(() => {
    document.title = `${info ? `${info.model} · ` : ""}${label} · Atlas`;
  }, [info, label]);
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        Skip to content
      </a>
      <header class="top">
        <span class="brand">Atlas</span>
        <nav aria-label="Views">
          {VIEWS.map(([name, title]) => (
            <a key={name} href={`#${name}`} aria-current={name === open ? "page" : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <span class="grow" />
        {info && (
          <span class="model-name" title={`Atlas ${info.version}`}>
            {info.model}
          </span>
        )}
        <LinkState />
        <KeyButton />
        <ThemeButton />
      </header>
      <main id="main" tabIndex={-1}>
        <View />
      </main>
      <Announcer />
      <KeyDialog />
      <Confirm />
    </>
  );
}

function LinkState() {
  const state = useStore(link);
  return (
    <span class={`link is-${state}`} role="status">
      <i class="lamp" /> <span class={state === "up" ? "visually-hidden" : ""}>{LINKS[state]}</span>
    </span>
  );
}

function KeyButton() {
  useStore(keyAsked);
  const label = apiKey() ? "Change API key" : "API key";
  return <IconButton icon="key" label={label} onClick={() => keyAsked.set({ wrong: false })} />;
}

function ThemeButton() {
  const now = useStore(theme);
  return <IconButton icon="theme" label={`Theme: ${now}`} onClick={nextTheme} />;
}
