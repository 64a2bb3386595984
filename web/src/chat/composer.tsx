// The field for a message, with files, tools and the form of the answer.

import { useEffect, useRef, useState } from "preact/hooks";
import { bodyFor } from "../lib/request";
import { TOOLS } from "../lib/tools";
import { pathOf } from "../lib/tree";
import type { Attachment, Conversation } from "../lib/types";
import { Icon } from "../ui/icons";
import { announce, IconButton } from "../ui/parts";
import { send, stop } from "./actions";
import { changeSettings } from "./state";

/** Bytes of a file that is attached. */
const FILE_MAX = 512 * 1024;

export function Composer({
  conversation,
  isBusy,
}: {
  conversation: Conversation;
  isBusy: boolean;
}) {
  const { id, settings } = conversation;
  const [text, setText] = useState(() => sessionStorage.getItem(draftKey(id)) ?? "");
  const [files, setFiles] = useState<Attachment[]>([]);
  const [problem, setProblem] = useState("");
  const area = useRef<HTMLTextAreaElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (matchMedia("(pointer: fine)").matches) area.current?.focus();
  }, []);

  const write = (next: string) => {
    setText(next);
    setProblem("");
    if (next) sessionStorage.setItem(draftKey(id), next);
    else sessionStorage.removeItem(draftKey(id));
  };
  const attach = async (list: Iterable<File>) => {
    for (const file of list) {
      const read = await readText(file);
      if (typeof read === "string") setProblem(read);
      else setFiles((old) => [...old, read]);
    }
  };
  const submit = () => {
    if (isBusy || (!text.trim() && !files.length)) return;
    try {
      bodyFor([], settings);
    } catch (error) {
      setProblem((error as Error).message);
      return;
    }
    send(id, text, files);
    write("");
    setFiles([]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends the composition of a character is none of the message's.
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      submit();
    } else if (event.key === "ArrowUp" && text === "" && !isBusy) {
      const last = pathOf(conversation).findLast((message) => message.role === "user");
      const item = last && document.querySelector(`[data-id="${CSS.escape(last.id)}"]`);
      item?.querySelector<HTMLElement>('[aria-label="Edit"]')?.click();
    }
  };
  const toggle = (name: string) => {
    const has = settings.tools.includes(name);
    const tools = has ? settings.tools.filter((one) => one !== name) : [...settings.tools, name];
    changeSettings(id, { tools });
  };
  return (
    <div class="composer-frame">
      <form
        class="composer column"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void attach(event.dataTransfer?.files ?? []);
        }}
      >
        {problem && (
          <p class="notice" role="alert">
            {problem}
          </p>
        )}
        <div class="composer-box">
          {files.length > 0 && (
            <ul class="chips" role="list" aria-label="Attached files">
              {files.map((file, i) => (
                <li key={i} class="chip">
                  <Icon name="clip" /> <bdi>{file.name}</bdi>
                  <IconButton
                    icon="close"
                    label={`Remove ${file.name}`}
                    onClick={() => setFiles(files.filter((one) => one !== file))}
                  />
                </li>
              ))}
            </ul>
          )}
          <textarea
            ref={area}
            rows={1}
            dir="auto"
            aria-label="Message"
            placeholder="Message"
            enterkeyhint="send"
            value={text}
            onInput={(event) => write(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            onPaste={(event) => {
              const pasted = event.clipboardData?.files;
              if (pasted?.length) void attach(pasted);
            }}
          />
          <div class="composer-bar">
            <input
              ref={input}
              type="file"
              multiple
              hidden
              aria-label="Files"
              onChange={(event) => {
                void attach([...(event.currentTarget.files ?? [])]);
                event.currentTarget.value = "";
              }}
            />
            <IconButton
              icon="clip"
              label="Attach text files"
              onClick={() => input.current?.click()}
            />
            {Object.entries(TOOLS).map(([name, tool]) => (
              <Toggle
                key={name}
                label={tool.label}
                on={settings.tools.includes(name)}
                onClick={() => toggle(name)}
              />
            ))}
            <Toggle
              label="JSON"
              on={settings.jsonOn}
              onClick={() => changeSettings(id, { jsonOn: !settings.jsonOn })}
            />
            <span class="grow" />
            {isBusy ? (
              <button
                type="button"
                class="send"
                aria-label="Stop"
                title="Stop (Esc)"
                onClick={() => stop(id)}
              >
                <Icon name="stop" />
              </button>
            ) : (
              <button
                type="submit"
                class="send"
                aria-label="Send"
                title="Send (Enter)"
                disabled={!text.trim() && !files.length}
              >
                <Icon name="send" />
              </button>
            )}
          </div>
        </div>
      </form>
    </div>
  );
}

const draftKey = (id: string) => `atlas.draft.${id}`;

function Toggle({ label, on, onClick }: { label: string; on: boolean; onClick: () => void }) {
  return (
    <button type="button" class="toggle" aria-pressed={on} onClick={onClick}>
      {label}
    </button>
  );
}

/** A file as text, or why it cannot be attached. */
async function readText(file: File): Promise<Attachment | string> {
  if (file.size > FILE_MAX) return `${file.name} is larger than ${FILE_MAX / 1024} KiB.`;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    if (text.includes("\0")) throw new Error("binary");
    announce(`${file.name} attached`);
    return { name: file.name, text };
  } catch {
    return `${file.name} is no text in UTF-8.`;
  }
}
