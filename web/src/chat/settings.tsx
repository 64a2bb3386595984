// Settings of a conversation. An empty field leaves the server's default.

import { useState } from "preact/hooks";
import { schemaOf } from "../lib/request";
import { DEFAULTS, type Conversation, type Settings, type ThinkingLevel } from "../lib/types";
import { IconButton } from "../ui/parts";
import { changeSettings } from "./state";

const NUMBERS: [keyof Settings, string, string][] = [
  ["temperature", "Temperature", "0 is greedy; up to 2"],
  ["topP", "Top-p", "0 to 1"],
  ["topK", "Top-k", "0 keeps all"],
  ["minP", "Min-p", "0 to 1"],
  ["presence", "Presence penalty", "-2 to 2"],
  ["frequency", "Frequency penalty", "-2 to 2"],
  ["repetition", "Repetition penalty", "1 is off"],
  ["maxTokens", "Max tokens", "All that fit"],
  ["seed", "Seed", "Random"],
];

const LEVELS: [ThinkingLevel, string][] = [
  ["", "Default"],
  ["none", "Off"],
  ["low", "Low"],
  ["medium", "Medium"],
  ["high", "High"],
];

interface Props {
  conversation: Conversation;
  onClose: () => void;
}

export function SettingsPanel({ conversation, onClose }: Props) {
  const { id, settings } = conversation;
  const set = (change: Partial<Settings>) => changeSettings(id, change);
  return (
    <aside class="settings" aria-label="Settings">
      <header>
        <h2>Settings</h2>
        <IconButton icon="close" label="Close settings" onClick={onClose} />
      </header>
      <label class="field">
        <span>System prompt</span>
        <textarea
          rows={4}
          dir="auto"
          value={settings.system}
          onInput={(event) => set({ system: event.currentTarget.value })}
        />
      </label>
      <fieldset>
        <legend>Sampling</legend>
        <div class="grid">
          {NUMBERS.map(([name, label, hint]) => (
            <label class="field" key={name}>
              <span>{label}</span>
              <input
                inputMode="decimal"
                autoComplete="off"
                placeholder={hint}
                value={settings[name] as string}
                onInput={(event) => set({ [name]: event.currentTarget.value })}
              />
            </label>
          ))}
          <label class="field">
            <span>Reasoning</span>
            <select
              value={settings.thinking}
              onChange={(event) => set({ thinking: event.currentTarget.value as ThinkingLevel })}
            >
              {LEVELS.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        </div>
        <label class="field">
          <span>Stop strings, one a line</span>
          <textarea
            rows={2}
            value={settings.stop}
            onInput={(event) => set({ stop: event.currentTarget.value })}
          />
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={settings.logprobs}
            onChange={(event) => set({ logprobs: event.currentTarget.checked })}
          />
          Token probabilities
        </label>
      </fieldset>
      <Schema settings={settings} set={set} />
      <button
        type="button"
        onClick={() => set({ ...DEFAULTS, system: settings.system, schema: settings.schema })}
      >
        Reset to defaults
      </button>
    </aside>
  );
}

function Schema({ settings, set }: { settings: Settings; set: (s: Partial<Settings>) => void }) {
  const [touched, setTouched] = useState(false);
  let problem = "";
  try {
    schemaOf(settings.schema);
  } catch (error) {
    problem = (error as Error).message;
  }
  return (
    <fieldset>
      <legend>JSON answer</legend>
      <label class="check">
        <input
          type="checkbox"
          checked={settings.jsonOn}
          onChange={(event) => set({ jsonOn: event.currentTarget.checked })}
        />
        Answers follow this schema
      </label>
      <label class="field">
        <span>JSON schema</span>
        <textarea
          class="mono"
          rows={8}
          dir="ltr"
          spellcheck={false}
          aria-invalid={problem !== ""}
          aria-describedby="schema-problem"
          value={settings.schema}
          onInput={(event) => {
            setTouched(true);
            set({ schema: event.currentTarget.value });
          }}
        />
      </label>
      <p id="schema-problem" class="problem">
        {(touched || settings.jsonOn) && problem}
      </p>
    </fieldset>
  );
}
