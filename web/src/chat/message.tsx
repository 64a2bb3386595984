// One message of a conversation with its actions.

import { useRef, useState } from "preact/hooks";
import { Markdown } from "../lib/markdown";
import { memo } from "../lib/memo";
import type { Attachment, Message } from "../lib/types";
import { CodeBlock } from "../ui/code";
import { Icon } from "../ui/icons";
import { confirmed, CopyButton, IconButton } from "../ui/parts";
import * as actions from "./actions";
import { Calls } from "./calls";
import { FactsLine } from "./facts";
import { TokenView } from "./token_view";

interface Props {
  conversationId: string;
  message: Message;
  results: Message[];
  opens: boolean;
  siblingIds: string[];
  isLast: boolean;
  locked: boolean;
}

export const MessageView = memo(function MessageView(props: Props) {
  const { conversationId: id, message } = props;
  const [editing, setEditing] = useState(false);
  const [tokens, setTokens] = useState(false);
  const isUser = message.role === "user";
  const item = useRef<HTMLLIElement>(null);
  const save = (text: string) => {
    setEditing(false);
    actions.edit(id, message, text);
    // The new version is another element, so the focus goes on to the field for the next message.
    if (matchMedia("(pointer: fine)").matches) {
      document.querySelector<HTMLElement>(".composer textarea")?.focus();
    }
  };
  const cancel = () => {
    setEditing(false);
    setTimeout(() => item.current?.querySelector<HTMLElement>('[aria-label="Edit"]')?.focus());
  };
  return (
    <li ref={item} class={`message ${message.role} ${message.state}`} data-id={message.id}>
      {props.opens && <h2 class="visually-hidden">{isUser ? "You" : "Answer"}</h2>}
      {editing ? (
        <Editor message={message} onSave={save} onCancel={cancel} />
      ) : isUser ? (
        <UserBody message={message} />
      ) : (
        <AnswerBody message={message} results={props.results} tokens={tokens} />
      )}
      <footer>
        {!isUser && <FactsLine message={message} />}
        <Bar
          {...props}
          onEdit={() => setEditing(true)}
          tokens={tokens}
          onTokens={() => setTokens(!tokens)}
        />
      </footer>
    </li>
  );
});

function UserBody({ message }: { message: Message }) {
  return (
    <div class="bubble">
      {message.attachments?.map((file, i) => (
        <FileView key={i} file={file} />
      ))}
      {message.content && (
        <div class="plain" dir="auto">
          {message.content}
        </div>
      )}
    </div>
  );
}

function FileView({ file }: { file: Attachment }) {
  const lang = /\.([a-z0-9]{1,8})$/i.exec(file.name)?.[1] ?? "";
  return (
    <details class="file">
      <summary>
        <Icon name="clip" /> <bdi>{file.name}</bdi>
      </summary>
      <CodeBlock text={file.text} lang={lang} />
    </details>
  );
}

function AnswerBody(props: { message: Message; results: Message[]; tokens: boolean }) {
  const { message, results } = props;
  const streaming = message.state === "streaming";
  const empty = !message.content && !message.calls?.length;
  return (
    <div class="answer" aria-busy={streaming}>
      {message.reasoning && <Reasoning message={message} open={streaming && empty} />}
      {props.tokens && message.tokens ? (
        <TokenView tokens={message.tokens} />
      ) : message.json && !streaming ? (
        <CodeBlock text={pretty(message.content)} lang="json" />
      ) : (
        message.content && <Markdown text={message.content} />
      )}
      {message.calls && <Calls calls={message.calls} results={results} streaming={streaming} />}
      {streaming && empty && !message.reasoning && (
        <p class="waiting">
          <span class="visually-hidden">Waiting for the answer</span>
        </p>
      )}
      {message.state === "stopped" && <p class="ending">Stopped</p>}
      {message.error && (
        <p class="notice" role="note">
          {message.error}
        </p>
      )}
    </div>
  );
}

/** The reasoning, folded; open while nothing else has come, until the user decides. */
function Reasoning({ message, open }: { message: Message; open: boolean }) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const shown = chosen ?? open;
  const onClick = (event: Event) => {
    event.preventDefault();
    setChosen(!shown);
  };
  const count = message.facts?.reasoningTokens;
  return (
    <details class="reasoning" open={shown}>
      <summary onClick={onClick}>
        {open ? "Reasoning…" : "Reasoning"}
        {count ? <span class="muted"> {count} tokens</span> : null}
      </summary>
      <Markdown text={message.reasoning ?? ""} />
    </details>
  );
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

interface BarProps extends Props {
  tokens: boolean;
  onTokens: () => void;
  onEdit: () => void;
}

function Bar(props: BarProps) {
  const { conversationId: id, message, siblingIds, locked } = props;
  const isUser = message.role === "user";
  const again = message.state === "failed" ? "Try again" : "Regenerate";
  const canGoOn =
    props.isLast &&
    !isUser &&
    message.content &&
    !message.calls?.length &&
    (message.state !== "done" || message.facts?.finish === "length");
  const remove = () =>
    confirmed({
      title: "Delete message",
      text: "Delete this message and all that follow it?",
      action: "Delete",
      onYes: () => actions.removeMessage(id, message),
    });
  return (
    <div class="bar" role="group" aria-label="Message actions">
      {siblingIds.length > 1 && <Siblings {...props} />}
      <CopyButton text={() => message.content} />
      <IconButton icon="edit" label="Edit" disabled={locked} onClick={props.onEdit} />
      {!isUser && (
        <IconButton
          icon="again"
          label={again}
          disabled={locked}
          onClick={() => actions.regenerate(id, message)}
        />
      )}
      {canGoOn && (
        <IconButton
          icon="play"
          label="Continue"
          disabled={locked}
          onClick={() => actions.continueAnswer(id, message)}
        />
      )}
      <IconButton icon="branch" label="Branch" onClick={() => actions.branch(id, message)} />
      <IconButton icon="trash" label="Delete" disabled={locked} onClick={remove} />
      {!isUser && message.tokens && (
        <button
          type="button"
          class="text-button"
          aria-pressed={props.tokens}
          onClick={props.onTokens}
        >
          Tokens
        </button>
      )}
    </div>
  );
}

function Siblings({ conversationId: id, message, siblingIds, locked }: Props) {
  const at = siblingIds.indexOf(message.id);
  const go = (step: number) => {
    const next = siblingIds[at + step];
    if (next) actions.choose(id, next);
  };
  return (
    <span class="siblings" role="group" aria-label="Versions">
      <IconButton
        icon="left"
        label="Previous version"
        disabled={locked || at === 0}
        onClick={() => go(-1)}
      />
      <span>
        {at + 1}/{siblingIds.length}
      </span>
      <IconButton
        icon="right"
        label="Next version"
        disabled={locked || at === siblingIds.length - 1}
        onClick={() => go(1)}
      />
    </span>
  );
}

interface EditorProps {
  message: Message;
  onSave: (text: string) => void;
  onCancel: () => void;
}

function Editor({ message, onSave, onCancel }: EditorProps) {
  const [text, setText] = useState(message.content);
  const first = useRef(true);
  const focus = (area: HTMLTextAreaElement | null) => {
    if (!area || !first.current) return;
    first.current = false;
    area.focus();
    area.setSelectionRange(text.length, text.length);
  };
  const isUser = message.role === "user";
  const submit = () => text.trim() && onSave(text);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      onCancel();
    } else if (event.key === "Enter" && !event.shiftKey && isUser) {
      event.preventDefault();
      submit();
    }
  };
  return (
    <div class="editor">
      <textarea
        ref={focus}
        dir="auto"
        aria-label="Edit message"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div class="row end">
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="button" class="primary" disabled={!text.trim()} onClick={submit}>
          {isUser ? "Send" : "Save"}
        </button>
      </div>
    </div>
  );
}
