// The list of conversations: open, rename, delete, export, import.

import { useEffect, useRef, useState } from "preact/hooks";
import { ago } from "../lib/format";
import { memo } from "../lib/memo";
import { useStore } from "../lib/store";
import { exported, imported } from "../lib/transfer";
import type { Conversation } from "../lib/types";
import { saveFile } from "../ui/copy";
import { Icon } from "../ui/icons";
import { announce, arrowKeys, confirmed, IconButton } from "../ui/parts";
import { addAll, busy, conversations, currentId, find, open, openNew } from "./state";
import { removeConversation, rename } from "./state";
import { stop } from "./actions";

export function Sidebar({ onPick }: { onPick: () => void }) {
  const list = useStore(conversations);
  const current = useStore(currentId);
  const answering = useStore(busy);
  const [search, setSearch] = useState("");
  const [problem, setProblem] = useState("");
  const box = useRef<HTMLUListElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const wanted = search.trim().toLowerCase();
  const shown = list.filter((one) => !wanted || matches(one, wanted));

  const load = async (file: File | undefined) => {
    if (!file) return;
    try {
      const added = imported(await file.text());
      addAll(added);
      setProblem("");
      announce(`${added.length} conversations imported`);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  const save = () => {
    const kept = list.filter((one) => Object.keys(one.messages).length > 0);
    saveFile(`atlas-conversations-${new Date().toISOString().slice(0, 10)}.json`, exported(kept));
  };
  const start = () => {
    openNew();
    onPick();
  };
  return (
    <nav class="sidebar" aria-label="Conversations">
      <button type="button" class="wide" onClick={start}>
        <Icon name="plus" /> New conversation
      </button>
      <input
        type="search"
        class="wide"
        placeholder="Search"
        aria-label="Search conversations"
        value={search}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      <ul
        ref={box}
        role="list"
        class="conversation-list"
        onKeyDown={(event) => box.current && arrowKeys(event, box.current, ".conversation-link")}
      >
        {shown.map((one) => (
          <Entry
            key={one.id}
            id={one.id}
            title={one.title}
            updated={one.updated}
            isCurrent={one.id === current}
            isBusy={answering.has(one.id)}
            onPick={onPick}
          />
        ))}
        {shown.length === 0 && <li class="muted pad">Nothing found</li>}
      </ul>
      {problem && (
        <p class="notice" role="alert">
          {problem}
        </p>
      )}
      <div class="row sidebar-end">
        <button type="button" onClick={() => input.current?.click()}>
          Import
        </button>
        <button type="button" onClick={save}>
          Export all
        </button>
        <input
          ref={input}
          type="file"
          hidden
          accept="application/json,.json"
          aria-label="Import file"
          onChange={(event) => {
            void load(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }}
        />
      </div>
    </nav>
  );
}

function matches(conversation: Conversation, wanted: string): boolean {
  if (conversation.title.toLowerCase().includes(wanted)) return true;
  return Object.values(conversation.messages).some(
    (message) => message.role !== "tool" && message.content.toLowerCase().includes(wanted),
  );
}

interface EntryProps {
  id: string;
  title: string;
  updated: number;
  isCurrent: boolean;
  isBusy: boolean;
  onPick: () => void;
}

const Entry = memo(function Entry({ id, title, updated, isCurrent, isBusy, onPick }: EntryProps) {
  const [renaming, setRenaming] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), [renaming]);
  const name = title || "New conversation";
  const finish = (keep: boolean) => {
    if (keep && field.current) rename(id, field.current.value);
    setRenaming(false);
  };
  const remove = () =>
    confirmed({
      title: "Delete conversation",
      text: `Delete "${name}" from this browser?`,
      action: "Delete",
      onYes: () => {
        stop(id);
        removeConversation(id);
      },
    });
  const save = () => {
    const conversation = find(id);
    if (conversation) saveFile("atlas-conversation.json", exported([conversation]));
  };
  if (renaming) {
    return (
      <li>
        <input
          ref={field}
          class="wide"
          dir="auto"
          aria-label="Title"
          defaultValue={title}
          onBlur={() => finish(true)}
          onKeyDown={(event) => {
            if (event.isComposing) return;
            if (event.key === "Enter") finish(true);
            if (event.key === "Escape") {
              event.preventDefault();
              finish(false);
            }
          }}
        />
      </li>
    );
  }
  return (
    <li class={isCurrent ? "current" : undefined}>
      <button
        type="button"
        class="conversation-link"
        aria-current={isCurrent ? "true" : undefined}
        onClick={() => {
          open(id);
          onPick();
        }}
      >
        <span class="title" dir="auto">
          {name}
        </span>
        <span class="muted">{isBusy ? "answering" : ago(updated)}</span>
      </button>
      <span class="entry-actions">
        <IconButton icon="edit" label={`Rename ${name}`} onClick={() => setRenaming(true)} />
        <IconButton icon="down" label={`Export ${name}`} onClick={save} />
        <IconButton icon="trash" label={`Delete ${name}`} onClick={remove} />
      </span>
    </li>
  );
});
