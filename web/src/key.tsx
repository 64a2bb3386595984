// The question for the API key. The key is kept for the session of the tab alone.

import { useState } from "preact/hooks";
import { retryRefused } from "./chat/actions";
import { ApiError, apiKey, keyAsked, loadServer, setApiKey } from "./lib/api";
import { useStore } from "./lib/store";
import { announce, Dialog } from "./ui/parts";

export function KeyDialog() {
  const asked = useStore(keyAsked);
  const [key, setKey] = useState("");
  const [problem, setProblem] = useState("");
  const [trying, setTrying] = useState(false);
  if (!asked) return null;
  const close = () => {
    keyAsked.set(null);
    setProblem("");
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    setTrying(true);
    setApiKey(key.trim());
    try {
      await loadServer();
      setKey("");
      close();
      announce("The key is accepted");
      retryRefused();
    } catch (error) {
      setProblem(
        error instanceof ApiError && error.status === 401
          ? "This key is not one of the server's."
          : (error as Error).message,
      );
    } finally {
      setTrying(false);
    }
  };
  const text = problem || (asked.wrong && apiKey() ? "The key was refused." : "");
  return (
    <Dialog title="API key" onClose={close}>
      <form onSubmit={(event) => void submit(event)}>
        <p>This server wants an API key. It is kept until this tab is closed.</p>
        <label class="field">
          <span>Key</span>
          <input
            type="password"
            autoComplete="off"
            value={key}
            aria-invalid={text !== ""}
            aria-describedby="key-problem"
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        </label>
        <p id="key-problem" class="problem" role="alert">
          {text}
        </p>
        <div class="row end">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={!key.trim() || trying}>
            Use key
          </button>
        </div>
      </form>
    </Dialog>
  );
}
