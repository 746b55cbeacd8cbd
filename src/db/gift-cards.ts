import type { GiftCardRate } from "../contract/gift-cards.ts";
import { type Database, readState, type StateRecords, writeState } from "./database.ts";
import { figureNames, type FigurePoint, notePoints } from "./figures.ts";
import { noteFetched } from "./freshness.ts";

/**
 * Replaces the whole table of gift card rates; new base rates join the history. One record holds them all: it
 * is read and written at once, which is many times faster than a row each. `asOf`: when its first page was
 * asked for (device epoch ms). Rejects with the database's error.
 */
export async function putGiftCardRates(db: Database, rates: readonly GiftCardRate[], asOf: number): Promise<void> {
  await db.transaction("rw", db.state, db.figures, async () => {
    const known = await readState(db, "giftCards");
    if (known && known.asOf > asOf) return;
    await writeState(db, "giftCards", { rates, asOf });
    await noteFetched(db, asOf);
    const before = new Map(known?.rates.map((row) => [row.id, row.rate]));
    const points = rates.flatMap((row): FigurePoint[] =>
      row.rate === null || row.rate === undefined || before.get(row.id) === row.rate
        ? []
        : [{ figure: figureNames.giftCard(row.id), value: row.rate, seenAt: asOf, changedAt: row.lastUpdated, by: row.updatedBy }],
    );
    await notePoints(db, points);
  });
}

/** The rates last fetched, and as of when. */
export const readGiftCardRates = (db: Database): Promise<StateRecords["giftCards"] | undefined> => readState(db, "giftCards");
