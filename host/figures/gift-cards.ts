import Big from "big.js";
import { type SQL, and, asc, eq, or, sql } from "drizzle-orm";
import type * as v from "valibot";
import type { newGiftCardRate } from "../../src/contract/gift-cards.ts";
import type { Db } from "../db/connection.ts";
import { giftCardRates } from "../db/schema.ts";
import { anywhere } from "../queries/transactions.ts";
import { wireAmount } from "../wire.ts";

export type RateRow = typeof giftCardRates.$inferSelect;
export type NewRate = v.InferOutput<typeof newGiftCardRate>;

/** Unique key: card type and country, plus the type for Vanilla cards. */
export const keyOf = ({ cardType, country, vanillaType }: Pick<RateRow, "cardType" | "country" | "vanillaType">): string =>
  `${cardType}/${country}/${vanillaType.toLowerCase()}`;

/** A rate's columns as sent; an empty display defaults to the rate itself. */
export const columnsOf = ({ rateDisplay, ...row }: NewRate) => ({
  ...row,
  rateDisplay: rateDisplay === undefined || rateDisplay === "" ? new Big(row.rate).toFixed() : rateDisplay,
});

/** A rate as kept in the history. */
export const toldRate = (row: RateRow): Record<string, unknown> => {
  const { id: _id, createdAt: _createdAt, updatedAt: _updatedAt, updatedBy: _updatedBy, ...told } = row;
  return told;
};

/** Whether two rates are equal, comparing numbers by value. */
export function isSame(row: RateRow, next: ReturnType<typeof columnsOf>): boolean {
  const figures = ["rate", "physicalRate", "ecodeRate", "minAmount", "maxAmount"] as const;
  const words = ["rateDisplay", "notes", "isActive", "vanillaType"] as const;
  return figures.every((name) => new Big(row[name]).eq(next[name])) && words.every((name) => row[name] === next[name]);
}

/** A rate on the wire (D2 §3). */
export const wireGiftCardRate = (row: RateRow): object => ({
  id: row.id,
  cardType: row.cardType,
  country: row.country,
  rate: wireAmount(row.rate),
  rateDisplay: row.rateDisplay,
  physicalRate: wireAmount(row.physicalRate),
  ecodeRate: wireAmount(row.ecodeRate),
  minAmount: wireAmount(row.minAmount),
  maxAmount: wireAmount(row.maxAmount),
  vanillaType: row.vanillaType,
  notes: row.notes,
  isActive: row.isActive,
  createdAt: row.createdAt.toISOString(),
  lastUpdated: row.updatedAt.toISOString(),
  updatedBy: row.updatedBy,
});

interface Asked {
  readonly page: number;
  readonly limit: number;
  readonly cardType?: string | undefined;
  readonly country?: string | undefined;
  readonly search?: string | undefined;
}

function matching({ cardType, country, search }: Asked): SQL | undefined {
  const has = (column: SQL, words: string): SQL => sql`lower(${column}) like ${anywhere(words)}`;
  return and(
    cardType === undefined ? undefined : eq(giftCardRates.cardType, cardType.toUpperCase()),
    country === undefined ? undefined : eq(giftCardRates.country, country.toUpperCase()),
    search === undefined
      ? undefined
      : or(
          has(sql`${giftCardRates.cardType}`, search),
          has(sql`${giftCardRates.country}`, search),
          has(sql`${giftCardRates.rateDisplay}`, search),
        ),
  );
}

/** A page of rates, ordered by card type, country and Vanilla type, and the total. */
export async function findRates(db: Db, asked: Asked): Promise<{ rows: RateRow[]; total: number }> {
  const where = matching(asked);
  const { cardType, country, vanillaType, id } = giftCardRates;
  const rows = await db
    .select()
    .from(giftCardRates)
    .where(where)
    .orderBy(asc(cardType), asc(country), asc(vanillaType), asc(id))
    .limit(asked.limit)
    .offset((asked.page - 1) * asked.limit);
  return { rows, total: await db.$count(giftCardRates, where) };
}
