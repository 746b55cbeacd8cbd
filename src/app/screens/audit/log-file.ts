import type { AuditEntry, AuditFilter } from "../../../contract/audit.ts";
import { endOf } from "../../../db/money/journal.ts";
import { type CsvCell, csvFile, csvOf } from "../../csv/csv.ts";
import type { Attempt } from "../../data/use-audit.ts";
import { textOf } from "./compare.ts";

export type LogFormat = "csv" | "json";

const columns = [
  "seq",
  "at",
  "actorId",
  "actor",
  "role",
  "action",
  "target",
  "outcome",
  "status",
  "message",
  "address",
  "alert",
  "asked",
  "before",
  "after",
  "previous",
  "hash",
] as const;

const cellsOf = (entry: AuditEntry): CsvCell[] => columns.map((name) => textOf(entry[name]));

/** Builds a file of entries page by page, so no step takes long. */
export class LogFile {
  readonly #format: LogFormat;
  readonly #parts: string[] = [];

  constructor(format: LogFormat) {
    this.#format = format;
    if (format === "csv") this.#parts.push(csvOf([columns]), "\r\n");
  }

  add(entries: readonly AuditEntry[]): void {
    if (entries.length === 0) return;
    if (this.#format === "csv") this.#parts.push(csvOf(entries.map(cellsOf)), "\r\n");
    else for (const entry of entries) this.#parts.push(JSON.stringify(entry));
  }

  /** The complete file. `note`: why it isn't all of the log, on the last line. */
  end(filter: AuditFilter, at: Date, note: string | undefined): Blob {
    if (this.#format === "csv") return csvFile(...this.#parts, ...(note === undefined ? [] : [csvOf([[note]]), "\r\n"]));
    const head = { exportedAt: at.toISOString(), filter, ...(note === undefined ? {} : { note }) };
    const lines = this.#parts.map((part, index) => (index === 0 ? part : `,\n${part}`));
    return new Blob([JSON.stringify(head).slice(0, -1), ',"entries":[\n', ...lines, "\n]}\n"], { type: "application/json" });
  }
}

/** The journal as a file. */
export function journalFile(format: LogFormat, attempts: readonly Attempt[], at: Date): Blob {
  const rows = attempts.map((attempt) => ({
    id: attempt.id,
    at: new Date(attempt.at).toISOString(),
    by: attempt.by,
    operation: attempt.operation,
    target: attempt.target,
    details: attempt.details,
    outcome: endOf(attempt),
    message: "message" in attempt.state ? attempt.state.message : undefined,
    settled: attempt.settled,
  }));
  if (format === "json")
    return new Blob([JSON.stringify({ exportedAt: at.toISOString(), attempts: rows }, undefined, 1)], { type: "application/json" });
  const head = ["id", "at", "by", "operation", "target", "details", "outcome", "message", "settled"] as const;
  return csvFile(csvOf([head, ...rows.map((row) => head.map((name) => textOf(row[name])))]), "\r\n");
}
