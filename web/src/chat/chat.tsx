// The chat: conversations at the side, messages, the composer, settings.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { server } from "../lib/api";
import { useStore } from "../lib/store";
import { branches, pathOf } from "../lib/tree";
import type { Conversation, Message } from "../lib/types";
import { Icon } from "../ui/icons";
import { IconButton } from "../ui/parts";
import { stop } from "./actions";
import { Composer } from "./composer";
import { MessageView } from "./message";
import { SettingsPanel } from "./settings";
import { Sidebar } from "./sidebar";
import { busy, conversations, currentId, openNew, storageError } from "./state";

export function Chat() {
  const id = useStore(currentId);
  const conversation = useStore(conversations, (list) => list.find((one) => one.id === id));
  const isBusy = useStore(busy, (set) => set.has(id));
  const problem = useStore(storageError);
  const [panel, setPanel] = useState<"" | "list" | "settings">("");
  const close = () => setPanel("");

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
      if (document.querySelector("dialog[open]")) return;
      if (busy.get().has(currentId.get())) stop();
      else close();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);

  if (!conversation) return null;
  return (
    <div class={`chat ${panel ? `shows-${panel}` : ""}`}>
      {panel !== "" && <div class="veil" onClick={close} />}
      <Sidebar onPick={close} />
      <section class="talk" aria-label="Conversation">
        <div class="talk-bar">
          <IconButton
            class="narrow-only"
            icon="menu"
            label="Conversations"
            expanded={panel === "list"}
            onClick={() => setPanel(panel === "list" ? "" : "list")}
          />
          <h1 dir="auto">{conversation.title || "New conversation"}</h1>
          <IconButton class="narrow-only" icon="plus" label="New conversation" onClick={openNew} />
          <IconButton
            icon="sliders"
            label="Settings"
            expanded={panel === "settings"}
            onClick={() => setPanel(panel === "settings" ? "" : "settings")}
          />
        </div>
        {problem && (
          <p class="notice" role="alert">
            {problem}
          </p>
        )}
        <Messages key={id} conversation={conversation} isBusy={isBusy} />
        <Composer key={`c${id}`} conversation={conversation} isBusy={isBusy} />
      </section>
      {panel === "settings" && <SettingsPanel conversation={conversation} onClose={close} />}
    </div>
  );
}

interface Item {
  message: Message;
  results: Message[];
  /** The first message of an answer that goes on over calls. */
  opens: boolean;
}

/** Messages of the path, with the results of calls at the calls. */
function itemsOf(path: Message[]): Item[] {
  const items: Item[] = [];
  let before: Message["role"] | "" = "";
  for (const message of path) {
    const last = items.at(-1);
    if (message.role === "tool" && last) last.results.push(message);
    else items.push({ message, results: [], opens: message.role !== before });
    if (message.role !== "tool") before = message.role;
  }
  return items;
}

/** Pixels from the end within which the view follows the answer. */
const NEAR_END = 48;

function Messages({ conversation, isBusy }: { conversation: Conversation; isBusy: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const [away, setAway] = useState(false);
  const items = useMemo(
    () => itemsOf(pathOf(conversation)),
    [conversation.messages, conversation.chosen],
  );
  const beside = useMemo(
    () => branches(conversation),
    [Object.keys(conversation.messages).length, conversation.chosen],
  );
  const toEnd = () => {
    const view = box.current;
    if (view) view.scrollTop = view.scrollHeight;
  };
  // A message of the user is followed wherever the view was.
  const lastUser = items.findLast((item) => item.message.role === "user")?.message.id;
  useLayoutEffect(() => {
    follows.current = true;
    toEnd();
    // Heights of messages that were never drawn are estimates; the end moves as they are drawn.
    const frame = requestAnimationFrame(toEnd);
    return () => cancelAnimationFrame(frame);
  }, [lastUser]);
  useLayoutEffect(() => {
    if (follows.current) toEnd();
  }, [items]);
  const onScroll = () => {
    const view = box.current!;
    const gap = view.scrollHeight - view.scrollTop - view.clientHeight;
    follows.current = gap < NEAR_END;
    setAway(gap > 240);
  };
  const last = items.at(-1);
  return (
    <div class="messages-frame">
      <div
        class="messages"
        ref={box}
        onScroll={onScroll}
        tabIndex={0}
        role="group"
        aria-label="Messages"
      >
        {items.length === 0 && <Welcome />}
        <ol class="column" role="list">
          {items.map(({ message, results, opens }) => {
            const ids = beside.get(message.id);
            return (
              <MessageView
                key={message.id}
                conversationId={conversation.id}
                message={message}
                results={results}
                opens={opens}
                siblingIds={ids ?? NONE}
                isLast={message === last?.message}
                locked={isBusy}
              />
            );
          })}
        </ol>
      </div>
      {away && (
        <button type="button" class="to-end" onClick={toEnd}>
          <Icon name="down" /> Latest
        </button>
      )}
    </div>
  );
}

const NONE: string[] = [];

function Welcome() {
  const info = useStore(server);
  return (
    <div class="welcome">
      <p class="welcome-title">{info ? info.model : "Atlas"}</p>
      <p>Messages go to this server alone. Conversations are kept in this browser.</p>
      <ul>
        <li>
          <kbd>Enter</kbd> sends, <kbd>Shift</kbd> <kbd>Enter</kbd> starts a line
        </li>
        <li>
          <kbd>Esc</kbd> stops an answer, <kbd>↑</kbd> edits the last message
        </li>
      </ul>
    </div>
  );
}
