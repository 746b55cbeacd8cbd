import type { GiftCardRate } from "../../contract/gift-cards.ts";
import { type Database, readState, type StateRecords, writeState } from "../store/database.ts";
import { figureNames, type FigurePoint, notePoints } from "./figures.ts";
import { noteFetched } from "../store/freshness.ts";
import { goneAfter, recentOf } from "../store/gone.ts";

/**
 * Replaces the table of gift card rates; new base rates are added to the history. Stored as one record, which is many times faster
 * than a row each. `asOf`: when its first page was requested (device epoch ms). Rejects with the database's error.
 */
export async function putGiftCardRates(db: Database, rates: readonly GiftCardRate[], asOf: number): Promise<void> {
  await db.transaction("rw", db.state, db.figures, async () => {
    const known = await readState(db, "giftCards");
    if (known && known.asOf > asOf) return;
    const heard = Object.values((await readState(db, "heardGiftRates")) ?? {});
    const wentAfter = await goneAfter(db, "giftRate");
    const newer = heard.filter((one) => one.at > asOf).map(({ rate }) => rate);
    const there = withRates(rates, newer).filter(({ id }) => !wentAfter(id, asOf));
    await writeState(db, "giftCards", { rates: there, asOf });
    await noteFetched(db, asOf);
    await notePoints(db, pointsOf(there, known?.rates, asOf));
  });
}

function pointsOf(rates: readonly GiftCardRate[], known: readonly GiftCardRate[] | undefined, seenAt: number): FigurePoint[] {
  const latest = new Map(known?.map((row) => [row.id, row.rate]));
  return rates.flatMap((row): FigurePoint[] => {
    if (row.rate === null || row.rate === undefined || latest.get(row.id) === row.rate) return [];
    latest.set(row.id, row.rate);
    return [{ figure: figureNames.giftCard(row.id), value: row.rate, seenAt, changedAt: row.lastUpdated, by: row.updatedBy }];
  });
}

/** Replaces rates in a table, or appends them. */
const withRates = (rates: readonly GiftCardRate[], newer: readonly GiftCardRate[]): GiftCardRate[] =>
  newer.length === 0 ? [...rates] : [...new Map([...rates, ...newer].map((rate) => [rate.id, rate])).values()];

/** Applies rates, in the order of their changes, and deleted ids, from the stream. Runs in the caller's transaction. `at`: device epoch ms. */
export async function noteGiftCardRates(
  db: Database,
  rates: readonly GiftCardRate[],
  gone: ReadonlySet<string>,
  at: number,
): Promise<void> {
  const heard = recentOf((await readState(db, "heardGiftRates")) ?? {}, (one) => one.at, at);
  for (const rate of rates) heard[rate.id] = { rate, at };
  for (const id of gone) delete heard[id];
  await writeState(db, "heardGiftRates", heard);
  const known = await readState(db, "giftCards");
  // The history begins with the first table.
  if (!known) return;
  await notePoints(db, pointsOf(rates, known.rates, at));
  await writeState(db, "giftCards", { ...known, rates: withRates(known.rates, rates).filter(({ id }) => !gone.has(id)) });
}

/** The rates last fetched, and when. */
export const readGiftCardRates = (db: Database): Promise<StateRecords["giftCards"] | undefined> => readState(db, "giftCards");
