// Conversations in IndexedDB, one record each.

import type { Conversation } from "./types";

const NAME = "atlas";
const STORE = "conversations";

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

async function run<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = (await open()).transaction(STORE, mode);
  const request = ask(transaction.objectStore(STORE));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
    transaction.onerror = () => reject(transaction.error);
  });
}

export async function loadAll(): Promise<Conversation[]> {
  const all = await run<Conversation[]>("readonly", (store) => store.getAll());
  return all.sort((a, b) => b.updated - a.updated);
}

export async function save(conversation: Conversation): Promise<void> {
  await run("readwrite", (store) => store.put(conversation));
}

export async function remove(id: string): Promise<void> {
  await run("readwrite", (store) => store.delete(id));
}
