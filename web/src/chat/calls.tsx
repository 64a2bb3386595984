// Tool calls with their arguments and results.

import { memo } from "../lib/memo";
import { TOOLS } from "../lib/tools";
import type { Call, Message } from "../lib/types";
import { CodeBlock } from "../ui/code";
import { Icon } from "../ui/icons";

interface Props {
  calls: Call[];
  results: Message[];
  streaming: boolean;
}

export const Calls = memo(function Calls({ calls, results, streaming }: Props) {
  return (
    <ul class="calls" role="list" aria-label="Tool calls">
      {calls.map((one, i) => (
        <CallView
          key={i}
          call={one}
          result={results.find((message) => message.callId === one.id)?.content ?? null}
          streaming={streaming}
        />
      ))}
    </ul>
  );
});

const CallView = memo(function CallView(props: {
  call: Call;
  result: string | null;
  streaming: boolean;
}) {
  const { call, result, streaming } = props;
  const label = Object.hasOwn(TOOLS, call.name) ? TOOLS[call.name]!.label : call.name;
  const failed = result !== null && result.startsWith('{"error"');
  const state = streaming
    ? "being written"
    : result === null
      ? "no result"
      : failed
        ? "failed"
        : "done";
  return (
    <li class="call">
      <details open>
        <summary>
          <Icon name="tool" />
          <bdi>{label}</bdi>
          <span class="muted">{state}</span>
        </summary>
        <dl>
          <dt>Arguments</dt>
          <dd>
            <CodeBlock text={pretty(call.args)} lang="json" />
          </dd>
          {result !== null && (
            <>
              <dt>Result</dt>
              <dd>
                <CodeBlock text={pretty(result)} lang="json" />
              </dd>
            </>
          )}
        </dl>
      </details>
    </li>
  );
});

function pretty(json: string): string {
  try {
    const value: unknown = JSON.parse(json);
    const line = JSON.stringify(value);
    return line.length < 60 ? line : JSON.stringify(value, null, 2);
  } catch {
    return json;
  }
}
