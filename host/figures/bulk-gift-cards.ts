import { sql } from "drizzle-orm";
import * as v from "valibot";
import { newGiftCardRate } from "../../src/contract/gift-cards.ts";
import { giftCardRates } from "../db/schema.ts";
import { newId } from "../ids.ts";
import { Refusal } from "../http/refusal.ts";
import { validate } from "../http/validate.ts";
import { type NewRate, type RateRow, columnsOf, isSame, keyOf, toldRate } from "./gift-cards.ts";
import { type Change, type Changing, recordChanges } from "./history.ts";

interface Detail {
  readonly index: number;
  readonly err: { readonly index: number; readonly errmsg: string };
}
const detail = (index: number, problem: string): Detail => ({ index, err: { index, errmsg: `Row ${index + 1}: ${problem}` } });

/** Validates each row on its own, and against duplicates above it. */
function checked(sent: readonly Record<string, unknown>[]): { rates: NewRate[]; wrong: Detail[] } {
  const rates: NewRate[] = [];
  const wrong: Detail[] = [];
  const seen = new Map<string, number>();
  for (const [index, row] of sent.entries()) {
    let rate: v.InferOutput<typeof newGiftCardRate>;
    try {
      rate = validate(newGiftCardRate, row, "row");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      wrong.push(detail(index, error.message));
      continue;
    }
    const key = keyOf(rate);
    const twin = seen.get(key);
    if (twin !== undefined) wrong.push(detail(index, `has the card type, country and vanillaType of row ${twin + 1}`));
    seen.set(key, twin ?? index);
    rates.push(rate);
  }
  return { rates, wrong };
}

const batchRows = 500;

/**
 * Stores all rows, new or changed, or none: if any is wrong, throws a 422 whose details name each wrong row. A row is new if no
 * rate has its card type, country and Vanilla type.
 */
export async function storeInBulk(
  changing: Changing,
  sent: readonly Record<string, unknown>[],
): Promise<{ added: number; changed: number; unchanged: number }> {
  const { tx, admin, now } = changing;
  const { rates, wrong } = checked(sent);
  if (wrong.length > 0) {
    const rows = wrong.length === 1 ? "1 row is" : `${wrong.length} rows are`;
    throw new Refusal(422, `${rows} wrong, so none of the ${sent.length} was stored`, { details: wrong });
  }
  // No rate may be added between this read and the writes.
  await tx.execute(sql`lock table gift_card_rates in share row exclusive mode`);
  const existing = new Map<string, RateRow>((await tx.select().from(giftCardRates)).map((row) => [keyOf(row), row]));
  const stamp = { updatedAt: now, updatedBy: admin.name };
  const written: RateRow[] = [];
  const changes: Change[] = [];
  for (const rate of rates) {
    const before = existing.get(keyOf(rate));
    const columns = columnsOf(rate);
    if (before !== undefined && isSame(before, columns)) continue;
    const after = { id: before?.id ?? newId(now), createdAt: before?.createdAt ?? now, ...columns, ...stamp };
    written.push(after);
    changes.push({ subject: `gift-card/${after.id}`, before: before === undefined ? null : toldRate(before), after: toldRate(after) });
  }
  for (let from = 0; from < written.length; from += batchRows)
    await tx
      .insert(giftCardRates)
      .values(written.slice(from, from + batchRows))
      .onConflictDoUpdate({
        target: giftCardRates.id,
        set: Object.fromEntries(
          (
            [
              "rate",
              "rateDisplay",
              "physicalRate",
              "ecodeRate",
              "minAmount",
              "maxAmount",
              "vanillaType",
              "notes",
              "isActive",
              "updatedAt",
              "updatedBy",
            ] as const
          ).map((name) => [name, sql.raw(`excluded.${giftCardRates[name].name}`)]),
        ),
      });
  await recordChanges(changing, changes);
  const added = changes.filter(({ before }) => before === null).length;
  return { added, changed: changes.length - added, unchanged: rates.length - changes.length };
}
