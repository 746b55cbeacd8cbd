import { inArray } from "drizzle-orm";
import { listSlips } from "../../src/contract/approvals.ts";
import type { ChangeKind } from "../../src/contract/events.ts";
import { cryptoFees as listFees } from "../../src/contract/fees.ts";
import { giftCardRates as listGiftRates } from "../../src/contract/gift-cards.ts";
import { globalMarkdown } from "../../src/contract/markdown.ts";
import { markupRecord } from "../../src/contract/markup.ts";
import { offrampRate, onrampRate } from "../../src/contract/rates.ts";
import { recentTransactions } from "../../src/contract/transactions.ts";
import { listUsers } from "../../src/contract/users.ts";
import { slipsById } from "../approvals/slips.ts";
import { wireFee } from "../calls/fees.ts";
import { wireMarkdown } from "../calls/markdown.ts";
import { wireMarkup, wireRate } from "../calls/rates.ts";
import type { Db } from "../db/connection.ts";
import { cryptoFees, figures, giftCardRates, transactions, users } from "../db/schema.ts";
import type { Figure } from "../figures/figures.ts";
import { wireGiftCardRate } from "../figures/gift-cards.ts";
import type { AnyCall } from "../http/call-types.ts";
import { wireTransaction } from "../queries/transactions.ts";
import { wireUser } from "../queries/users.ts";

/** Rows on the wire, by key. */
export type WireRows = ReadonlyMap<string, object | null>;

export interface Listed {
  /** The call that lists such rows; its guard decides who is told of them. */
  readonly call: AnyCall;
  /** The rows that exist among these keys, in that call's form. */
  readonly rows: (db: Db, keys: readonly string[]) => Promise<WireRows>;
}

const byKey = <Row>(rows: readonly Row[], keyOf: (row: Row) => string, wire: (row: Row) => object | null): WireRows =>
  new Map(rows.map((row) => [keyOf(row), wire(row)]));

const figure = (call: AnyCall, wire: (row: Figure) => object | null): Listed => ({
  call,
  rows: async (db, keys) => {
    const names = (["onramp", "offramp", "markup", "markdown"] as const).filter((name) => keys.includes(name));
    return byKey(await db.select().from(figures).where(inArray(figures.name, names)), ({ name }) => name, wire);
  },
});

/** Kinds on the stream. A new kind also needs its row in src/contract/events.ts and a trigger. */
export const listed: Readonly<Record<ChangeKind, Listed>> = {
  transaction: {
    call: recentTransactions,
    rows: async (db, keys) =>
      byKey(
        await db
          .select()
          .from(transactions)
          .where(inArray(transactions.id, [...keys])),
        ({ id }) => id,
        wireTransaction,
      ),
  },
  user: {
    call: listUsers,
    rows: async (db, keys) => {
      const found = await db
        .select()
        .from(users)
        .where(inArray(users.id, [...keys]));
      return byKey(
        found.filter(({ deletedAt }) => deletedAt === null),
        ({ id }) => id,
        wireUser,
      );
    },
  },
  fee: {
    call: listFees,
    rows: async (db, keys) => {
      const currencies = keys.map((key) => key.split("/")[0] ?? "");
      const found = await db.select().from(cryptoFees).where(inArray(cryptoFees.currency, currencies));
      return byKey(found, ({ currency, network }) => `${currency}/${network}`, wireFee);
    },
  },
  onramp: figure(onrampRate, wireRate),
  offramp: figure(offrampRate, wireRate),
  markup: figure(markupRecord, wireMarkup),
  markdown: figure(globalMarkdown, wireMarkdown),
  giftRate: {
    call: listGiftRates,
    rows: async (db, keys) =>
      byKey(
        await db
          .select()
          .from(giftCardRates)
          .where(inArray(giftCardRates.id, [...keys])),
        ({ id }) => id,
        wireGiftCardRate,
      ),
  },
  approval: { call: listSlips, rows: slipsById },
};
