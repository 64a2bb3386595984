// The tree of cached prefixes, and why prefixes ended where they did.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { call } from "../lib/api";
import { count, percent, plural } from "../lib/format";
import { arrowKeys } from "../ui/parts";
import type { EngineState } from "./feed";

interface Node {
  id: number;
  parent: number | null;
  tokens: number;
  blocks: number;
  snapshot: boolean;
  tier: string;
  uses_since: number;
  used: boolean;
  text: string;
}

interface Tree {
  nodes: Node[];
  left_out: number;
  breaks: { time: number; reason: string; at_token: number }[];
}

/** Milliseconds between two looks at the tree. */
const LOOK_MS = 5000;

export function Prefix({ state }: { state: EngineState }) {
  const { hit_tokens: hit, computed_tokens: computed, breaks } = state.prefix;
  const reasons = Object.entries(breaks).sort((a, b) => b[1] - a[1]);
  const most = Math.max(...reasons.map(([, n]) => n), 1);
  return (
    <section class="card" aria-labelledby="prefix-title">
      <h2 id="prefix-title">Prefix cache</h2>
      <p class="big">
        {percent(hit, hit + computed)}{" "}
        <span class="muted">
          hit: {count(hit)} tokens, {count(computed)} computed
        </span>
      </p>
      <h3>Reasons of breaks</h3>
      {reasons.length === 0 && <p class="muted">None since the start.</p>}
      <ul class="legend-list" role="list">
        {reasons.map(([reason, n]) => (
          <li key={reason}>
            <span class="reason">{reason}</span>
            <span class="mini-bar" aria-hidden="true">
              <span style={{ width: `${(100 * n) / most}%` }} />
            </span>
            {count(n)}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function PrefixTree() {
  const [tree, setTree] = useState<Tree | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let open = true;
    const look = async () => {
      if (document.hidden) return;
      try {
        const read = (await (await call("/debug/prefix")).json()) as Tree;
        if (!Array.isArray(read.nodes)) throw new Error("The server does not list the tree.");
        if (open) setTree(read);
        if (open) setProblem("");
      } catch (error) {
        if (open) setProblem((error as Error).message);
      }
    };
    void look();
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => {
      open = false;
      clearInterval(timer);
    };
  }, []);
  return (
    <section class="card span-all" aria-labelledby="tree-title">
      <h2 id="tree-title">Prefix tree</h2>
      {problem && <p class="muted">{problem}</p>}
      {tree && <Nodes nodes={tree.nodes} />}
      {tree && tree.left_out > 0 && <p class="muted">{plural(tree.left_out, "node")} left out</p>}
      {tree && tree.breaks?.length > 0 && (
        <details>
          <summary>Last breaks</summary>
          <ul class="breaks">
            {tree.breaks
              .slice(-50)
              .reverse()
              .map((one, i) => (
                <li key={i}>
                  <time>{new Date(one.time).toLocaleTimeString("en-GB")}</time> {one.reason} at
                  token {count(one.at_token)}
                </li>
              ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Nodes({ nodes }: { nodes: Node[] }) {
  const box = useRef<HTMLUListElement>(null);
  const children = useMemo(() => {
    const known = new Set(nodes.map((node) => node.id));
    const map = new Map<number | null, Node[]>();
    for (const node of nodes) {
      const parent = node.parent !== null && known.has(node.parent) ? node.parent : null;
      map.set(parent, [...(map.get(parent) ?? []), node]);
    }
    return map;
  }, [nodes]);
  const roots = children.get(null) ?? [];
  if (!roots.length) return <p class="muted">Nothing is cached.</p>;
  return (
    <ul
      ref={box}
      class="tree"
      role="list"
      onKeyDown={(event) => box.current && arrowKeys(event, box.current, "summary")}
    >
      {roots.map((node) => (
        <NodeView key={node.id} node={node} childrenOf={children} depth={0} />
      ))}
    </ul>
  );
}

interface NodeProps {
  node: Node;
  childrenOf: Map<number | null, Node[]>;
  depth: number;
}

function NodeView({ node, childrenOf, depth }: NodeProps) {
  const below = depth < 64 ? (childrenOf.get(node.id) ?? []) : [];
  const line = (
    <>
      <span class="node-text" dir="auto">
        {node.text || "(no text)"}
      </span>
      <span class="muted node-facts">
        {count(node.tokens)} tokens · {plural(node.blocks, "block")} · {node.tier}
        {node.snapshot && " · snapshot"}
        {node.used
          ? " · in use"
          : ` · ${node.uses_since ? `${plural(node.uses_since, "use")} of others since` : "used last"}`}
      </span>
    </>
  );
  return (
    <li>
      <details open={depth < 2}>
        <summary class={below.length ? "" : "leaf"}>{line}</summary>
        {below.length > 0 && (
          <ul role="list">
            {below.map((one) => (
              <NodeView key={one.id} node={one} childrenOf={childrenOf} depth={depth + 1} />
            ))}
          </ul>
        )}
      </details>
    </li>
  );
}
