// Requests to the server: the key, the state of the connection, and errors with plain texts.

import { Store } from "./store";

export type Link = "unknown" | "up" | "down" | "busy";

export interface ServerInfo {
  version: string;
  model: string;
  context: number | null;
}

const KEY = "atlas.key";

/** Whether the server was reached at last. */
export const link = new Store<Link>("unknown");
export const server = new Store<ServerInfo | null>(null);
/** The question for a key that is open; `wrong` says that the last one was refused. */
export const keyAsked = new Store<{ wrong: boolean } | null>(null);

export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** The key is kept for the session of the tab alone. */
export function apiKey(): string {
  return sessionStorage.getItem(KEY) ?? "";
}

export function setApiKey(key: string): void {
  if (key) sessionStorage.setItem(KEY, key);
  else sessionStorage.removeItem(KEY);
}

/** Sends a request; an answer that is none of success becomes an `ApiError`. */
export async function call(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  const key = apiKey();
  if (key) headers.set("authorization", `Bearer ${key}`);
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers, cache: "no-store" });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    link.set("down");
    throw new ApiError(
      navigator.onLine
        ? "The server cannot be reached."
        : "This device is offline. Your conversations are kept here.",
      0,
    );
  }
  link.set(response.status === 503 ? "busy" : "up");
  if (response.ok) return response;
  if (response.status === 401) keyAsked.set({ wrong: key !== "" });
  throw new ApiError(await messageOf(response), response.status);
}

async function messageOf(response: Response): Promise<string> {
  const text = await response.text().catch(() => "");
  try {
    const message: unknown = JSON.parse(text)?.error?.message;
    if (typeof message === "string" && message) return message;
  } catch {
    // Not the server's own form: the status says what is known.
  }
  return `The server answered with status ${response.status}.`;
}

/** Reads what runs; asks for the key if one is set. */
export async function loadServer(): Promise<void> {
  const home = await (await call("/", { headers: { accept: "application/json" } })).json();
  const info = { version: String(home.version), model: String(home.model), context: null };
  server.set(info);
  const models = await (await call("/v1/models")).json();
  const context: unknown = models?.data?.[0]?.max_model_len;
  server.set({ ...info, context: typeof context === "number" ? context : null });
}

/** Looks for the server until it is back. */
export function watchLink(): void {
  const look = () => {
    if (link.get() !== "up") loadServer().catch(() => {});
  };
  setInterval(() => keyAsked.get() === null && look(), 4000);
  addEventListener("online", look);
  addEventListener("offline", () => link.set("down"));
  look();
}
