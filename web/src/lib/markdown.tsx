// Markdown as Preact nodes. HTML in it is shown as text, images as links: nothing is loaded.

import type { ComponentChildren, VNode } from "preact";
import { useRef } from "preact/hooks";
import { CodeBlock } from "../ui/code";
import { Blocks, directionOf, safeHref, unescapeEntities, type Block } from "./blocks";
import { memo } from "./memo";

/** Deeper quotes and lists are shown as text. */
const DEPTH_MAX = 24;

export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const blocks = useRef<Blocks>(undefined);
  blocks.current ??= new Blocks();
  const list = blocks.current.of(text);
  return (
    <div class="md">
      {list.map((block, i) => (
        <BlockView key={i} block={block} depth={0} />
      ))}
    </div>
  );
});

const BlockView = memo(function BlockView({ block, depth }: { block: Block; depth: number }) {
  return blockOf(block, depth);
});

function blocksOf(blocks: readonly unknown[], depth: number): VNode[] {
  return (blocks as Block[]).map((block, i) => <BlockView key={i} block={block} depth={depth} />);
}

function blockOf(block: Block, depth: number): VNode | null {
  if (depth > DEPTH_MAX) return <p dir="auto">{block.raw}</p>;
  switch (block.type) {
    case "space":
    case "def":
      return null;
    case "hr":
      return <hr />;
    case "heading": {
      // The page and the message have the headings above.
      const Tag = `h${Math.min(6, block.depth + 2)}` as "h3";
      return (
        <Tag dir="auto" data-level={block.depth}>
          {inline(block.tokens, depth)}
        </Tag>
      );
    }
    case "paragraph":
      return <p dir="auto">{inline(block.tokens, depth)}</p>;
    case "blockquote":
      return (
        <blockquote dir={directionOf(block.raw)}>{blocksOf(block.tokens, depth + 1)}</blockquote>
      );
    case "code":
      return <CodeBlock text={block.text} lang={(block.lang ?? "").split(/\s/)[0] ?? ""} />;
    case "list":
      return listOf(block, depth);
    case "table":
      return tableOf(block, depth);
    case "html":
      return (
        <p dir="auto" class="raw">
          {block.raw.trimEnd()}
        </p>
      );
    case "text":
      return <>{block.tokens ? inline(block.tokens, depth) : unescapeEntities(block.text)}</>;
    default:
      return <>{inlineOf(block, depth)}</>;
  }
}

function listOf(block: Extract<Block, { type: "list" }>, depth: number): VNode {
  const items = block.items.map((item, i) => {
    const body = (item.tokens as Block[]).filter((token) => token.type !== "checkbox");
    return (
      <li key={i} dir={directionOf(item.raw)} class={item.task ? "task" : undefined}>
        {item.task && <input type="checkbox" disabled checked={item.checked} aria-label="Task" />}
        {blocksOf(body, depth + 1)}
      </li>
    );
  });
  const dir = directionOf(block.raw);
  if (!block.ordered) return <ul dir={dir}>{items}</ul>;
  return (
    <ol dir={dir} start={Number(block.start) || 1}>
      {items}
    </ol>
  );
}

function tableOf(block: Extract<Block, { type: "table" }>, depth: number): VNode {
  const align = (i: number) => (block.align[i] ? `to-${block.align[i]}` : undefined);
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="Table">
      <table dir={directionOf(block.raw)}>
        <thead>
          <tr>
            {block.header.map((cell, i) => (
              <th key={i} scope="col" dir="auto" class={align(i)}>
                {inline(cell.tokens, depth)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, r) => (
            <tr key={r}>
              {row.map((cell, i) => (
                <td key={i} dir="auto" class={align(i)}>
                  {inline(cell.tokens, depth)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inline(tokens: readonly unknown[] | undefined, depth: number): ComponentChildren {
  return ((tokens ?? []) as Block[]).map((token) => inlineOf(token, depth + 1));
}

function inlineOf(token: Block, depth: number): ComponentChildren {
  if (depth > DEPTH_MAX) return token.raw;
  switch (token.type) {
    case "strong":
      return <strong>{inline(token.tokens, depth)}</strong>;
    case "em":
      return <em>{inline(token.tokens, depth)}</em>;
    case "del":
      return <del>{inline(token.tokens, depth)}</del>;
    case "codespan":
      return <code dir="ltr">{token.text}</code>;
    case "br":
      return <br />;
    case "link":
      return link(token.href, inline(token.tokens, depth), token.raw);
    case "image":
      return link(token.href, `Image: ${unescapeEntities(token.text || token.href)}`, token.raw);
    case "html":
      return /^<br\s*\/?>$/i.test(token.raw) ? <br /> : token.raw;
    case "escape":
      return token.text;
    case "text":
      if (token.tokens) return inline(token.tokens, depth);
      return unescapeEntities(token.text);
    default:
      return token.raw;
  }
}

/** A link to a page or a mail address; any other stays as it was written. */
function link(href: string, children: ComponentChildren, raw: string): ComponentChildren {
  const address = safeHref(href);
  if (address === null) return raw;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
