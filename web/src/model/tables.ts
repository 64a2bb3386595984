// Any JSON as sections of tables: what the verbs print is shown without knowing its fields.

import { bytes } from "../lib/format";

export interface Table {
  title: string;
  columns: string[];
  rows: string[][];
}

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Tables of a value: one of its plain fields, one for every list of objects in it. */
export function tablesOf(value: unknown, title: string): Table[] {
  if (Array.isArray(value)) return [listTable(value, title)];
  if (!isObject(value)) return [{ title, columns: ["value"], rows: [[cell(value, "")]] }];
  const plain: string[][] = [];
  const tables: Table[] = [];
  for (const [name, field] of Object.entries(value)) {
    const isList = Array.isArray(field) && field.some(isObject);
    if (isList || isObject(field)) tables.push(...tablesOf(field, `${title}: ${words(name)}`));
    else plain.push([words(name), cell(field, name)]);
  }
  if (plain.length) tables.unshift({ title, columns: ["name", "value"], rows: plain });
  return tables;
}

function listTable(list: unknown[], title: string): Table {
  const columns = [...new Set(list.flatMap((row) => (isObject(row) ? Object.keys(row) : [])))];
  if (!columns.length) {
    return { title, columns: ["value"], rows: list.map((one) => [cell(one, "")]) };
  }
  const rows = list.map((row) =>
    columns.map((name) => (isObject(row) ? cell(row[name], name) : "")),
  );
  return { title, columns: columns.map(words), rows };
}

function words(name: string): string {
  return name.replaceAll("_", " ");
}

function cell(value: unknown, name: string): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number" && /(^|_)bytes$/.test(name)) return bytes(value);
  if (typeof value === "number") return value.toLocaleString("en", { maximumFractionDigits: 6 });
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((one) => typeof one !== "object"))
    return value.join(", ");
  return JSON.stringify(value);
}

/** Rows that hold every word of the search, somewhere in them or in the title. */
export function searched(tables: Table[], search: string): Table[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.length) return tables;
  return tables.flatMap((table) => {
    const title = table.title.toLowerCase();
    const rows = table.rows.filter((row) => {
      const line = row.join("\t").toLowerCase();
      return wanted.every((word) => line.includes(word) || title.includes(word));
    });
    return rows.length ? [{ ...table, rows }] : [];
  });
}
