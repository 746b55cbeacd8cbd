import type { CallNote } from "../../sync/wire/call-note.ts";
import { readItem, writeItem } from "../../sync/state/storage.ts";
import { diagnosticsKey } from "./settings.ts";

/** Maximum entries; older ones are dropped. */
const entriesAtMost = 500;

/** Contents of the log: that a call was made and its result, and where the app failed. Never any content. */
export type DiagnosticsEntry =
  | { readonly is: "call"; readonly at: number; readonly call: string; readonly status: number; readonly ms: number }
  | { readonly is: "error"; readonly at: number; readonly name: string; readonly where: string };

export function readLog(): readonly DiagnosticsEntry[] {
  try {
    const log: unknown = JSON.parse(readItem(diagnosticsKey) ?? "[]");
    // Only this module writes the key.
    return Array.isArray(log) ? (log as DiagnosticsEntry[]) : [];
  } catch {
    return [];
  }
}

/** Appends entries to those of all tabs. */
export const addToLog = (entries: readonly DiagnosticsEntry[]): void =>
  writeItem(diagnosticsKey, JSON.stringify([...readLog(), ...entries].slice(-entriesAtMost)));

export const callEntry = ({ call, status, at, ms }: CallNote): DiagnosticsEntry => ({ is: "call", at, call, status, ms });

const ownFile = /\/(assets\/[\w.-]+\.js|src\/[\w./-]+?\.tsx?|theme\.js|worker\.js)[^\s:)]*(:\d+)?(:\d+)?/;

/** Reduces an error to its name and the location in the app's own code. The message is dropped, as it may hold user data. */
export function errorEntry(error: unknown, at: number): DiagnosticsEntry {
  const found = error instanceof Error ? ownFile.exec(error.stack ?? "") : null;
  const name = error instanceof Error && /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : "Error";
  return { is: "error", at, name, where: found ? `${found[1] ?? ""}${found[2] ?? ""}${found[3] ?? ""}` : "" };
}

/** The log as a file: one JSON line per entry. */
export const logFile = (entries: readonly DiagnosticsEntry[]): string =>
  entries.map((entry) => `${JSON.stringify({ ...entry, at: new Date(entry.at).toISOString() })}\n`).join("");
