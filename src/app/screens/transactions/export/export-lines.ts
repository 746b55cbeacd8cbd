import type { ExportLine } from "../../../../sync/transactions/transaction-export.ts";
import { type CsvCell, csvOf, figure, iso } from "../../../csv/csv.ts";
import type { Translate } from "../../../words/keys.ts";

/** Columns of the file, each a field as sent by the host. */
export const columns = [
  "createdAt",
  "type",
  "status",
  "amount",
  "currency",
  "username",
  "userId",
  "reference",
  "fromCurrency",
  "toCurrency",
  "swapType",
  "senderUsername",
  "recipientUsername",
  "bankName",
  "accountNumberMasked",
  "cardType",
  "country",
  "id",
] as const;

type Words = Translate<["activity"]>;

export const headLine = (t: Words): string => csvOf([columns.map((column) => t(`export.columns.${column}`))]);

/** A row's cells under `columns`. */
export const cellsOf = (row: Readonly<Partial<Record<(typeof columns)[number], string | null | undefined>>>): CsvCell[] =>
  columns.map((column) => (column === "amount" ? figure(row.amount) : row[column]));

/** Lines of the file, safe from formula injection; gaps in the cache get a line that says so. */
export const textOf = (t: Words, lines: readonly ExportLine[]): string =>
  csvOf(
    lines.map((line) =>
      line.is === "row"
        ? cellsOf(line.row)
        : [
            line.from === undefined
              ? t("export.gapTop", { to: iso(line.to) })
              : t("export.gap", { from: iso(line.to), to: iso(line.from) }),
          ],
    ),
  );

/** The last line: whether the file is complete, its time, and where the host's rows begin if it has put older ones away. */
export function lastLine(t: Words, whole: boolean, count: number, at: number, pastEnds: number | undefined): string {
  const end = t(whole ? "export.lastWhole" : "export.lastCached", { count, time: iso(at) });
  return csvOf([[pastEnds === undefined ? end : `${end}; ${t("export.lastPast", { time: iso(pastEnds) })}`]]);
}
