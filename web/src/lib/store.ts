// A value that components subscribe to.

import { useEffect, useState } from "preact/hooks";

export class Store<T> {
  private listeners = new Set<() => void>();
  constructor(private value: T) {}

  get(): T {
    return this.value;
  }

  set(value: T): void {
    if (Object.is(value, this.value)) return;
    this.value = value;
    for (const listener of [...this.listeners]) listener();
  }

  update(change: (value: T) => T): void {
    this.set(change(this.value));
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/** The store's value, or the part that `pick` takes; the component renders when it changes. */
export function useStore<T, P = T>(store: Store<T>, pick?: (value: T) => P): P {
  const read = () => (pick ? pick(store.get()) : (store.get() as unknown as P));
  const [, redraw] = useState({});
  const now = read();
  useEffect(() => {
    let last = now;
    const check = () => {
      const next = read();
      if (!Object.is(next, last)) {
        last = next;
        redraw({});
      }
    };
    check();
    return store.subscribe(check);
  });
  return now;
}
