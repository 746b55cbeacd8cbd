import { everyDigit } from "../../../format/whole-amount.ts";
import type { Format } from "../../../format/use-format.ts";
import type { Translate } from "../../../words/keys.ts";
import { links } from "../../../links.ts";
import { asSent, type RowFormats } from "../../../lists/selection/row-formats.ts";
import { isKnownStatus, isKnownType, type Row } from "../looks.ts";
import { cellsOf, columns } from "../export/export-lines.ts";

type Words = Translate<["transactions", "activity"]>;

/** Copy formats of transactions: text as in the list, tables with the export's columns. */
export function transactionFormats(t: Words, format: Format): RowFormats<Row> {
  return {
    head: columns.map((column) => t(`activity:export.columns.${column}`)),
    cells: cellsOf,
    words: (row) => {
      const type = row.type?.toUpperCase() ?? "";
      const status = row.status?.toUpperCase() ?? "";
      const amount = row.amount === undefined || row.amount === null ? undefined : everyDigit(format, row.amount);
      return [
        format.full(row.at),
        row.username,
        isKnownType(type) ? t(`types.${type}`) : row.type,
        [amount, row.currency].filter((part) => part !== undefined).join(" "),
        isKnownStatus(status) ? t(`statuses.${status}`) : row.status,
        row.reference,
        row.id,
      ];
    },
    sent: asSent,
    link: (rows) => {
      const [first] = rows;
      return rows.length === 1 && first ? links.transaction(first.id) : links.transactionsOf(rows.map(({ id }) => id));
    },
  };
}
