import { highlighted } from "../lib/highlight";
import { memo } from "../lib/memo";
import { CopyButton } from "./parts";

/** Code with its language, a copy button and colours. */
export const CodeBlock = memo(function CodeBlock({ text, lang }: { text: string; lang: string }) {
  return (
    <figure class="code" dir="ltr">
      <figcaption>
        <span>{lang || "text"}</span>
        <CopyButton text={() => text} label="Copy code" />
      </figcaption>
      <pre tabIndex={0} aria-label={`Code: ${lang || "text"}`} role="group">
        <code>
          {highlighted(text, lang).map((part, i) =>
            part.kind ? (
              <span key={i} class={`hl-${part.kind}`}>
                {part.text}
              </span>
            ) : (
              part.text
            ),
          )}
        </code>
      </pre>
    </figure>
  );
});
