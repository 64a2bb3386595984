// What `explain`, `plan` and `kernels` say about the model, searchable.

import { useEffect, useMemo, useState } from "preact/hooks";
import { ApiError, call, keyAsked } from "../lib/api";
import { bytes, percent, plural } from "../lib/format";
import { memo } from "../lib/memo";
import { useStore } from "../lib/store";
import { searched, tablesOf, type Table } from "./tables";

interface Report {
  explain?: unknown;
  plan?: unknown;
  kernels?: unknown;
}

const SECTIONS: [keyof Report, string, string][] = [
  ["explain", "Settings", "Every effective setting, and where its value comes from."],
  ["plan", "Memory", "What the weights and the pools take."],
  ["kernels", "Kernels", "The kernel of every op of the model."],
];

export function Model() {
  const [report, setReport] = useState<Report | null>(null);
  const [problem, setProblem] = useState("");
  const [search, setSearch] = useState("");
  const asked = useStore(keyAsked);
  useEffect(() => {
    if (asked !== null || report) return;
    call("/debug/model")
      .then((response) => response.json())
      .then((read: Report) => {
        setReport(read);
        setProblem("");
      })
      .catch((error: Error) => {
        const off = error instanceof ApiError && error.status === 404;
        setProblem(off ? "off" : error.message);
      });
  }, [asked]);
  const sections = useMemo(
    () =>
      SECTIONS.map(([key, title, about]) => ({
        key,
        title,
        about,
        tables: report?.[key] ? tablesOf(report[key], title) : [],
      })),
    [report],
  );
  const shown = useMemo(
    () => sections.map((one) => ({ ...one, tables: searched(one.tables, search) })),
    [sections, search],
  );
  const hits = shown.reduce(
    (sum, one) => sum + one.tables.reduce((rows, table) => rows + table.rows.length, 0),
    0,
  );
  return (
    <div class="page">
      <header class="page-head">
        <h1>Model</h1>
        <input
          type="search"
          aria-label="Search the model's settings, memory and kernels"
          placeholder="Search"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
        <span class="muted" role="status">
          {report && search ? plural(hits, "row") : ""}
        </span>
        <nav aria-label="Sections" class="jump">
          {SECTIONS.map(([key, title]) => (
            <button
              key={key}
              type="button"
              class="text-button"
              onClick={() => document.getElementById(`model-${key}`)?.scrollIntoView()}
            >
              {title}
            </button>
          ))}
        </nav>
      </header>
      {problem === "off" ? (
        <p class="notice">
          This server does not tell about its model. It does so on loopback, or if it is started
          with <code>--debug-endpoints</code>; <code>atlas explain MODEL</code> prints the same.
        </p>
      ) : (
        problem && (
          <p class="notice" role="alert">
            {problem}
          </p>
        )
      )}
      {report &&
        shown.map(({ key, title, about, tables }) => (
          <section key={key} id={`model-${key}`} class="card" aria-labelledby={`title-${key}`}>
            <h2 id={`title-${key}`}>{title}</h2>
            <p class="muted">{about}</p>
            {key === "plan" && !search && <Pools plan={report.plan} />}
            {tables.length === 0 && <p class="muted">Nothing found.</p>}
            {tables.map((table) => (
              <TableView key={table.title} table={table} section={title} />
            ))}
          </section>
        ))}
    </div>
  );
}

const TableView = memo(function TableView({ table, section }: { table: Table; section: string }) {
  const title = table.title.replace(`${section}: `, "");
  return (
    <>
      {title !== section && <h3>{title}</h3>}
      <div class="scroll" tabIndex={0} role="group" aria-label={table.title}>
        <table class="facts-table">
          <thead>
            <tr>
              {table.columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, i) => (
              <tr key={i}>
                {row.map((text, c) =>
                  c === 0 ? (
                    <th key={c} scope="row">
                      {text}
                    </th>
                  ) : (
                    <td key={c}>{text}</td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
});

/** Pools of the plan as bars of the whole. */
function Pools({ plan }: { plan: unknown }) {
  const fields = plan as { pools?: unknown; weights_bytes?: unknown };
  if (!Array.isArray(fields.pools)) return null;
  const pools = (fields.pools as { name: string; bytes: number }[]).filter(
    (pool) => pool.bytes > 0,
  );
  const weights = typeof fields.weights_bytes === "number" ? fields.weights_bytes : 0;
  const all = [{ name: "weights", bytes: weights }, ...pools].sort((a, b) => b.bytes - a.bytes);
  const total = all.reduce((sum, one) => sum + one.bytes, 0);
  return (
    <ul class="legend-list pools" role="list" aria-label="Shares of memory">
      {all.map((one) => (
        <li key={one.name}>
          <span class="reason">{one.name}</span>
          <span class="mini-bar" aria-hidden="true">
            <span style={{ width: `${(100 * one.bytes) / (total || 1)}%` }} />
          </span>
          <span class="pool-size">{bytes(one.bytes)}</span>
          <span class="muted share">{percent(one.bytes, total)}</span>
        </li>
      ))}
    </ul>
  );
}
