// The tokens of an answer, shaded by how unlikely they were; each tells its alternatives.

import { useMemo, useRef, useState } from "preact/hooks";
import { memo } from "../lib/memo";
import { chance, piecesOf, spelled, surprise, tokensOf, type Piece } from "../lib/tokens";
import { arrowKeys } from "../ui/parts";

export const TokenView = memo(function TokenView({ tokens }: { tokens: string }) {
  const pieces = useMemo(() => piecesOf(tokensOf(tokens)), [tokens]);
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(-1);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  const show = (target: EventTarget | null) => {
    const word = (target as HTMLElement | null)?.closest<HTMLElement>("[data-at]");
    if (!word || !box.current) return;
    const [outer, inner] = [box.current.getBoundingClientRect(), word.getBoundingClientRect()];
    const left = Math.min(inner.left - outer.left, Math.max(0, outer.width - 250));
    setPlace({ left: Math.max(0, left), top: inner.bottom - outer.top + 4 });
    setAt(Number(word.dataset.at));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && at >= 0) {
      event.preventDefault();
      setAt(-1);
    } else if (box.current) {
      arrowKeys(event, box.current, "[data-at]");
    }
  };
  const piece = pieces[at];
  return (
    <div
      class="tokens"
      ref={box}
      onMouseOver={(event) => show(event.target)}
      onMouseLeave={() => setAt(-1)}
      onFocusIn={(event) => show(event.target)}
      onFocusOut={() => setAt(-1)}
      onKeyDown={onKeyDown}
    >
      <div class="plain" dir="auto" role="group" aria-label="Tokens: arrow keys move">
        {pieces.map((one, i) => (
          <span
            key={i}
            data-at={i}
            role="button"
            tabIndex={i === 0 ? 0 : -1}
            class={`tok p${surprise(one)}`}
            aria-label={`${one.text.trim() || spelled(one.text)} ${chance(one.tokens[0]!.p)}`}
          >
            {one.text}
          </span>
        ))}
      </div>
      {piece && (
        <div
          class="token-tip"
          role="tooltip"
          style={{ left: `${place.left}px`, top: `${place.top}px` }}
        >
          <Alternatives piece={piece} />
        </div>
      )}
    </div>
  );
});

function Alternatives({ piece }: { piece: Piece }) {
  return (
    <>
      {piece.tokens.map((token, i) => (
        <table key={i}>
          <caption>
            <bdi>{spelled(token.t)}</bdi> {chance(token.p)}
          </caption>
          <tbody>
            {token.top.map(([text, logprob], row) => (
              <tr key={row} class={text === token.t ? "taken" : undefined}>
                <td>
                  <bdi>{spelled(text)}</bdi>
                </td>
                <td>{chance(logprob)}</td>
                <td>
                  <meter min={0} max={1} value={Math.exp(logprob)} aria-hidden="true" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </>
  );
}
