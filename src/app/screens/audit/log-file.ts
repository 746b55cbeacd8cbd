import type { AuditEntry, AuditFilter } from "../../../contract/audit.ts";
import { endOf } from "../../../db/money/journal.ts";
import { type CsvCell, csvFile, csvOf } from "../../csv/csv.ts";
import type { Attempt } from "../../data/use-audit.ts";
import type { Translate } from "../../words/keys.ts";
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

  /** The complete file. `note`: its `lastLine`. */
  end(filter: AuditFilter, at: Date, note: string): Blob {
    if (this.#format === "csv") return csvFile(...this.#parts, csvOf([[note]]), "\r\n");
    const head = { exportedAt: at.toISOString(), filter, note };
    const lines = this.#parts.map((part, index) => (index === 0 ? part : `,\n${part}`));
    return new Blob([JSON.stringify(head).slice(0, -1), ',"entries":[\n', ...lines, "\n]}\n"], { type: "application/json" });
  }
}

/**
 * What a file holds, on its last line: everything that matched at the host, what the device had kept of it, or what was tried from
 * the device; as of when, and under which filter, by the names of its fields.
 */
export function lastLine(t: Translate<"audit">, holds: "Whole" | "Kept" | "Tried", count: number, at: Date, filter: object): string {
  const end = t(`export.last${holds}`, { count, time: at.toISOString() });
  const fields = Object.entries(filter).map(([name, value]) => `${name}=${value}`);
  return fields.length === 0 ? end : t("export.lastFiltered", { end, filter: fields.join(", ") });
}

/** The journal as a file. `note`: its `lastLine`. */
export function journalFile(format: LogFormat, attempts: readonly Attempt[], filter: object, at: Date, note: string): Blob {
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
    return new Blob([JSON.stringify({ exportedAt: at.toISOString(), filter, note, attempts: rows }, undefined, 1)], {
      type: "application/json",
    });
  const head = ["id", "at", "by", "operation", "target", "details", "outcome", "message", "settled"] as const;
  return csvFile(csvOf([head, ...rows.map((row) => head.map((name) => textOf(row[name]))), [note]]), "\r\n");
}
