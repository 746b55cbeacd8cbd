import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { ListItem, ListWindow } from "../../src/db/transactions/list-window.ts";
import { compareKeys, type Key } from "../../src/db/store/order.ts";
import { OldestList } from "../../src/sync/transactions/oldest-list.ts";
import type { View } from "../../src/sync/transactions/transaction-feed.ts";

const keyOf = (n: number): Key => ({ at: 1_000_000 - n * 1000, id: `t${n}` });

/** A list of rows, newest first; the host has sent the first `sent` until more are requested. */
class Played {
  readonly #length: number;
  #sent: number;
  /** A row that has left the list. */
  gone: string | undefined;
  readonly views: View[] = [];
  constructor(length: number, sent: number) {
    this.#length = length;
    this.#sent = Math.min(sent, length);
  }
  follow = () => () => {};
  open = () => {};
  close = () => {};
  missing = () => Promise.resolve([]);
  refreshHead = () => Promise.resolve({ is: "done" } as const);
  closeGap = () => Promise.resolve({ is: "done" } as const);
  refreshView = (view: View) => {
    this.views.push(view);
    return Promise.resolve({ is: "done" } as const);
  };
  extend = (pages = 1) => {
    this.#sent = Math.min(this.#length, this.#sent + 50 * pages);
    return Promise.resolve({ is: "done" } as const);
  };
  readOn = (first: number, last: number) => this.read(first, last, []);
  read(first: number, last: number, anchors: readonly (Key | undefined)[]): Promise<ListWindow> {
    const keys = Array.from({ length: this.#sent }, (_, n) => keyOf(n)).filter(({ id }) => id !== this.gone);
    const start = Math.max(0, first);
    const items = keys
      .slice(start, last + 1)
      .map((key): ListItem => ({ is: "row", key: key.id, row: { ...key, seenAt: 0, createdAt: "" } }));
    const placeOf = (anchor: Key) => keys.findIndex((key) => compareKeys(key, anchor) >= 0);
    const places = anchors.map((anchor) => (anchor && placeOf(anchor) >= 0 ? placeOf(anchor) : undefined));
    const atEnd = this.#sent === this.#length;
    const rest = { pastEnds: undefined, never: false, gaps: 0, headAsOf: 1, firstGap: undefined, asOf: 1 };
    return Promise.resolve({ length: keys.length, rows: keys.length, start, items, places, atEnd, ...rest });
  }
}

const idsOf = ({ items }: ListWindow): string[] => items.map((item) => item?.key ?? "");

test("[FIND-8] any stretch of the list is that of the other end, the other way round", async () => {
  const place = fc.integer({ min: 0, max: 300 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 260 }), place, place, place, async (length, a, b, anchor) => {
      const [first, last] = [Math.min(a, b), Math.max(a, b)];
      const window = await new OldestList(new Played(length, length)).read(first, last, [anchor < length ? keyOf(anchor) : undefined]);
      const expected = Array.from({ length }, (_, n) => keyOf(length - 1 - n).id).slice(first, last + 1);
      expect(idsOf(window)).toEqual(expected);
      if (expected.length > 0) expect(window.start).toBe(first);
      expect(window.places).toEqual([anchor < length ? length - 1 - anchor : undefined]);
    }),
    { seed: 8, numRuns: 200 },
  );
});

test("[FIND-8] a row that has left the list has the place of the next younger one, as long as there is one", async () => {
  const played = new Played(4, 4);
  const list = new OldestList(played);
  for (const [n, place] of [
    [3, 0],
    [1, 2],
    [0, undefined],
  ] as const) {
    played.gone = keyOf(n).id;
    expect((await list.read(0, 3, [keyOf(n)])).places).toEqual([place]);
  }
});

test("[FIND-8] the oldest are first once all have been fetched; a look at the head then fetches the oldest again, too", async () => {
  const played = new Played(430, 50);
  const list = new OldestList(played);
  expect((await list.read(0, 0, [])).atEnd).toBe(false);
  await list.refreshHead();
  const window = await list.read(0, 1, []);
  expect([window.atEnd, ...idsOf(window)]).toEqual([true, "t429", "t428"]);
  expect(played.views).toEqual([]);
  await list.refreshHead();
  expect(played.views).toEqual([{ from: keyOf(390).at, to: keyOf(429).at, firstIndex: 390 }]);
});
