// Small parts that all views use.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Store, useStore } from "../lib/store";
import { copyText } from "./copy";
import { Icon, type IconName } from "./icons";

interface IconButtonProps {
  icon: IconName;
  label: string;
  onClick: () => void;
  class?: string;
  disabled?: boolean;
  pressed?: boolean;
  expanded?: boolean;
}

/** A button with an icon; its label is its name and its tip. */
export function IconButton(props: IconButtonProps) {
  return (
    <button
      type="button"
      class={`icon-button ${props.class ?? ""}`}
      aria-label={props.label}
      title={props.label}
      disabled={props.disabled}
      aria-pressed={props.pressed}
      aria-expanded={props.expanded}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
    </button>
  );
}

export function CopyButton({ text, label = "Copy" }: { text: () => string; label?: string }) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    const done = await copyText(text());
    setCopied(done);
    announce(done ? "Copied" : "The browser did not allow copying");
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), 1500);
  };
  return <IconButton icon={copied ? "check" : "copy"} label={label} onClick={() => void copy()} />;
}

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  class?: string;
}

/** A modal dialog, closed by Escape and by its button. */
export function Dialog({ title, onClose, children, class: name = "" }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    ref.current?.showModal();
    return () => before?.focus();
  }, []);
  return (
    <dialog
      ref={ref}
      class={name}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      <div class="dialog-body">
        <header>
          <h2>{title}</h2>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}

const announced = new Store("");

/** Says a text to screen readers, once. */
export function announce(text: string): void {
  // A text equal to the one before would not be read again.
  announced.set(announced.get() === text ? `${text}\u00a0` : text);
}

export function Announcer() {
  const text = useStore(announced);
  return (
    <div class="visually-hidden" role="status" aria-live="polite">
      {text}
    </div>
  );
}

interface Question {
  title: string;
  text: string;
  action: string;
  onYes: () => void;
}

const question = new Store<Question | null>(null);

/** Asks before something that cannot be undone. */
export function confirmed(asked: Question): void {
  question.set(asked);
}

export function Confirm() {
  const asked = useStore(question);
  if (!asked) return null;
  const close = () => question.set(null);
  const yes = () => {
    close();
    asked.onYes();
  };
  return (
    <Dialog title={asked.title} onClose={close}>
      <p>{asked.text}</p>
      <div class="row end">
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="button" class="danger" onClick={yes}>
          {asked.action}
        </button>
      </div>
    </Dialog>
  );
}

/** Moves the focus among the elements that `selector` finds with the arrow keys, Home and End. */
export function arrowKeys(event: KeyboardEvent, list: HTMLElement, selector: string): void {
  const items = [...list.querySelectorAll<HTMLElement>(selector)];
  const at = items.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  const rtl = getComputedStyle(list).direction === "rtl";
  const steps: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    ArrowRight: at + (rtl ? -1 : 1),
    ArrowLeft: at - (rtl ? -1 : 1),
    Home: 0,
    End: items.length - 1,
  };
  const next = steps[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items[Math.max(0, Math.min(items.length - 1, next))]?.focus();
}
