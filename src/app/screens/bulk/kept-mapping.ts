import * as v from "valibot";
import { keepStatementColumns, readStatementColumns } from "../../../db/files/statement-columns.ts";
import type { Sync } from "../../../sync/start-sync.ts";
import type { Mapping } from "./read-file.ts";

const place = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)));
const keptMapping = v.object({
  places: v.object({ email: place, amount: place, currency: place, operation: place, reason: place, note: place }),
});

/** Separate from the record statements keep for the same header. */
const nameOf = (head: readonly string[]): string => `bulk ${JSON.stringify(head.map((cell) => cell.toLowerCase()))}`;

/** The columns last chosen for a header in this session, without what is that of one file: a currency or operation of all rows, the decimal mark. Undefined if there are none, or they can't be read. */
export async function readMapping({ db }: Pick<Sync, "db">, head: readonly string[]): Promise<Mapping | undefined> {
  if (head.length === 0) return undefined;
  const { success, output } = v.safeParse(keptMapping, await readStatementColumns(db, nameOf(head)).catch(() => undefined));
  if (!success) return undefined;
  const { email, amount, currency, operation, reason, note } = output.places;
  return { places: { email, amount, currency, operation, reason, note }, onlyCurrency: "", onlyOperation: "", decimalMark: "" };
}

/** Remembers the mapping for a header during the session; if that fails, it has to be chosen again. */
export const keepMapping = async ({ db }: Pick<Sync, "db">, head: readonly string[], mapping: Mapping): Promise<void> => {
  if (head.length > 0) await keepStatementColumns(db, nameOf(head), mapping).catch(() => {});
};
