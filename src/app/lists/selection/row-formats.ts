import { type CsvCell, pasteable, tsvOf } from "../../csv/csv.ts";

/** How the rows of a table are written where they are copied to. */
export interface RowFormats<Row> {
  /** The columns' names. */
  readonly head: readonly string[];
  readonly cells: (row: Row) => readonly CsvCell[];
  /** What a line of plain text says of a row. */
  readonly words: (row: Row) => readonly (string | undefined)[];
  /** The fields that the host sent. */
  readonly sent: (row: Row) => Readonly<Record<string, unknown>>;
  /** The address (path and query) that shows these rows. */
  readonly link: (rows: readonly Row[]) => string;
}

export type CopyFormat = "text" | "tsv" | "json" | "link";

/** More ids make an address that servers and chats cut. */
export const linkRowsAtMost = 200;

/** The fields of a cached record as the host sent them, without what the device adds; null where one came without a value. */
export function asSent(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { at: _, seenAt: __, turned: ___, theirs, ...sent } = record;
  const named = typeof theirs === "object" && theirs !== null ? theirs : {};
  return Object.fromEntries(
    [...Object.entries(sent), ...Object.entries(named).filter(([, value]) => value !== undefined)]
      // A record that came with an `_id` alone has it as its `id` too.
      .filter(([field, value]) => !(field === "id" && value === sent["_id"]))
      .map(([field, value]) => [field, value ?? null]),
  );
}

/** Rows as they are put on the clipboard. Text and TSV can't run as formulas; JSON is what the host sent. */
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
