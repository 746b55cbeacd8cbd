import { type CsvCell, pasteable, tsvOf } from "../../csv/csv.ts";

/** Formats of a table's rows for the clipboard and files. */
export interface RowFormats<Row> {
  /** Column names. */
  readonly head: readonly string[];
  readonly cells: (row: Row) => readonly CsvCell[];
  /** Parts of a row's plain-text line. */
  readonly words: (row: Row) => readonly (string | undefined)[];
  /** The fields as sent by the host. */
  readonly sent: (row: Row) => Readonly<Record<string, unknown>>;
  /** The address (path and query) that shows these rows. */
  readonly link: (rows: readonly Row[]) => string;
}

export type CopyFormat = "text" | "tsv" | "json" | "link";

/** More ids make a URL that servers and chats truncate. */
export const linkRowsAtMost = 200;

/** A cached record's fields as the host sent them, without those the device adds; null for a field without a value. */
export function asSent(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { at: _, seenAt: __, turned: ___, theirs, ...sent } = record;
  const named = typeof theirs === "object" && theirs !== null ? theirs : {};
  return Object.fromEntries(
    [...Object.entries(sent), ...Object.entries(named).filter(([, value]) => value !== undefined)]
      // A record that came with only an `_id` also has it as `id`.
      .filter(([field, value]) => !(field === "id" && value === sent["_id"]))
      .map(([field, value]) => [field, value ?? null]),
  );
}

/** Rows as put on the clipboard. Text and TSV are safe from formula injection; JSON is what the host sent. */
export function copied<Row>(format: CopyFormat, rows: readonly Row[], formats: RowFormats<Row>): string {
  switch (format) {
    case "text":
      return rows
        .map((row) =>
          pasteable(
            formats
              .words(row)
              .filter((part) => part !== undefined && part !== "")
              .join(" · "),
          ),
        )
        .join("\n");
    case "tsv":
      return tsvOf([formats.head, ...rows.map((row) => formats.cells(row))]);
    case "json": {
      const sent = rows.map((row) => formats.sent(row));
      return JSON.stringify(sent.length === 1 ? sent[0] : sent, undefined, 2);
    }
    case "link":
      return `${location.origin}${formats.link(rows)}`;
  }
}
