import * as v from "valibot";
import { afterEach, expect, test } from "vitest";
import { type GiftCardRate, giftCardRate } from "../../src/contract/gift-cards.ts";
import type { Database } from "../../src/db/store/database.ts";
import { readGiftCardRates } from "../../src/db/figures/gift-cards.ts";
import { openInMemory } from "../../src/db/store/open.ts";
import { giftCardsFeed } from "../../src/sync/feeds/gift-cards-feed.ts";
import type { Host } from "../../src/sync/wire/host.ts";

const rate = (n: number): GiftCardRate => v.parse(giftCardRate, { _id: `r${n}`, cardType: "APPLE", country: "US", rate: 1000 + n });
const rates = (from: number, to: number): GiftCardRate[] => Array.from({ length: to - from }, (_, n) => rate(from + n));

interface Page {
  readonly rates: readonly GiftCardRate[];
  readonly totalPages?: number | undefined;
  readonly total?: number | undefined;
}

let db: Database | undefined;
afterEach(() => db?.close());

/**
 * Fetches the table from a host that answers `send(page, earlier requests)`; returns what is cached then, and the number of
 * requests.
 */
async function fetchFrom(
  send: (page: number, asked: number) => Page,
): Promise<{ is: string; ids: string[] | undefined; asOf: number; asked: number }> {
  ({ db } = await openInMemory("gift cards"));
  let asked = 0;
  const read = async (_: unknown, { query }: { query: { page: number } }) => {
    const value = send(query.page, asked);
    asked += 1;
    return { is: "answered", sentAt: asked, value };
  };
  // The part of a host that the feed uses.
  const host = { reads: { read } } as unknown as Host;
  const { is } = await giftCardsFeed(host, db)(null, new AbortController().signal);
  const kept = await readGiftCardRates(db);
  return { is, ids: kept?.rates.map(({ id }) => id), asOf: kept?.asOf ?? 0, asked };
}

const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** A host's page of `size` rows, whatever the limit. */
const pageOf = (table: readonly GiftCardRate[], page: number, size = 10): Page => ({
  rates: table.slice((page - 1) * size, page * size),
  totalPages: Math.ceil(table.length / size),
});

test("[SYNC-2, GIFT-1] a table that one answer holds is asked for once", async () => {
  expect(await fetchFrom((page) => pageOf(rates(0, 7), page))).toEqual({ is: "done", ids: ids(rates(0, 7)), asOf: 1, asked: 1 });
});

test("[SYNC-2, GIFT-1] a rate that is deleted between two pages takes no other one's place out of the table", async () => {
  const { is, ids: kept } = await fetchFrom((page, asked) => pageOf(asked === 0 ? rates(0, 25) : rates(1, 25), page));
  expect({ is, kept }).toEqual({ is: "done", kept: ids(rates(1, 25)) });
});

test("[SYNC-2, GIFT-1] nor does one that comes while another goes", async () => {
  const after = [...rates(1, 25), rate(99)];
  const { is, ids: kept } = await fetchFrom((page, asked) => pageOf(asked === 0 ? rates(0, 25) : after, page));
  expect({ is, kept }).toEqual({ is: "done", kept: ids(after) });
});

test("[SYNC-2, GIFT-1] a table of several pages is as old as the reading that found it unchanged", async () => {
  expect(await fetchFrom((page) => pageOf(rates(0, 25), page))).toEqual({ is: "done", ids: ids(rates(0, 25)), asOf: 4, asked: 6 });
});

test("[SYNC-2, GIFT-1] a table that never stands still changes nothing, and is not read for ever", async () => {
  const { is, ids: kept, asked } = await fetchFrom((page, before) => pageOf(rates(before, before + 25), page));
  expect({ is, kept }).toEqual({ is: "odd", kept: undefined });
  expect(asked).toBeLessThan(20);
});

test.each([
  ["neither pages nor rows", undefined, undefined],
  ["rows", undefined, 25],
  ["too few pages but all rows", 1, 25],
  ["too few rows", 3, 4],
  ["too many rows", 3, 400],
  ["too many pages", 40, undefined],
])("[SYNC-2, GIFT-1] a host that counts %s loses no rate, and is not asked for ever", async (_, totalPages, total) => {
  const {
    is,
    ids: kept,
    asked,
  } = await fetchFrom((page) => ({ rates: rates(0, 25).slice((page - 1) * 10, page * 10), totalPages, total }));
  expect({ is, kept }).toEqual({ is: "done", kept: ids(rates(0, 25)) });
  expect(asked).toBeLessThan(10);
});

test("[SYNC-2, GIFT-1] a host that sends its first page whatever it is asked for, and claims further ones, doesn't pass it off as the whole", async () => {
  const { is, ids: kept, asked } = await fetchFrom(() => ({ rates: rates(0, 10), totalPages: 3 }));
  expect({ is, kept }).toEqual({ is: "odd", kept: undefined });
  expect(asked).toBeLessThan(10);
});

test("[SYNC-2, GIFT-1] a host that sends the whole table whatever page it is asked for has told it all", async () => {
  const { is, ids: kept } = await fetchFrom(() => ({ rates: rates(0, 10) }));
  expect({ is, kept }).toEqual({ is: "done", kept: ids(rates(0, 10)) });
});

test("[SYNC-2, GIFT-1] an empty page of a host that claims rates empties nothing", async () => {
  const { is, ids: kept } = await fetchFrom(() => ({ rates: [], totalPages: 3, total: 25 }));
  expect({ is, kept }).toEqual({ is: "odd", kept: undefined });
});
