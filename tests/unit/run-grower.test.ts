import { beforeEach, describe, expect, test } from "vitest";
import * as v from "valibot";
import { type Transaction, transaction } from "../../src/contract/transactions.ts";
import { MemoryStore } from "../../src/sync/transactions/memory-store.ts";
import { type FetchedPage, proofOf } from "../../src/sync/transactions/page-proof.ts";
import { PageReader } from "../../src/sync/transactions/page-reader.ts";
import { RunGrower } from "../../src/sync/transactions/run-grower.ts";

const size = 5;
const { signal } = new AbortController();
const rowOf = (n: number): Transaction => v.parse(transaction, { id: `t${n}`, createdAt: 100_000 - n });
const ids = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, n) => `t${from + n}`);

/** The host's list, newest first. */
let list: Transaction[];
/** Rows a page has whatever is asked for. */
let fixed: number | undefined;
/** Pages asked for, as page/limit. */
let asked: string[];
/** Replaces an answer's rows, and then there is more. */
let instead: (page: number, limit: number) => readonly Transaction[] | "nothing" | undefined;
/** How often the store was written. */
let writes: number;
let store: MemoryStore;
let grower: RunGrower;

const answer = (page: number, limit: number): FetchedPage => {
  const rows = list.slice((page - 1) * limit, page * limit);
  return { page, limit, rows, hasNextPage: page * limit < list.length, asOf: asked.length };
};

function begin(): void {
  list = Array.from({ length: 18 }, (_, n) => rowOf(n));
  fixed = undefined;
  asked = [];
  writes = 0;
  instead = () => undefined;
  store = new MemoryStore(
    async () => {},
    () => {
      writes += 1;
    },
  );
  const fetch = async (page: number, limit: number): Promise<FetchedPage | undefined> => {
    asked.push(`${page}/${limit}`);
    const other = instead(page, limit);
    if (other === "nothing") return undefined;
    const told = { ...answer(page, fixed ?? limit), limit };
    return other ? { ...told, rows: other, hasNextPage: true } : told;
  };
  grower = new RunGrower(new PageReader(fetch, store, size), store);
}
beforeEach(begin);

/** Puts a page into the store as the host has it now. */
const know = async (page: number, limit = size): Promise<void> => {
  const fetched = answer(page, limit);
  await store.apply([{ rows: fetched.rows, proof: proofOf(fetched), gone: new Set() }]);
};
const shown = (): string[] => store.lines().map((line) => (line.is === "row" ? line.key.id : "gap"));

describe("the lowest run", () => {
  test("[SYNC-2] nothing known begins with the head, and a run that has ended asks nothing", async () => {
    expect(await grower.grow(0, 2, signal)).toEqual({ is: "done" });
    expect(shown()).toEqual(ids(0, 4));
    while (store.runs[0]?.endAsOf === undefined) expect(await grower.grow(0, 2, signal)).toEqual({ is: "done" });
    expect(shown()).toEqual(ids(0, 17));
    const before = asked.length;
    expect(await grower.grow(0, 2, signal)).toEqual({ is: "done" });
    expect(asked).toHaveLength(before);
  });

  test("[SYNC-2] a head that is empty although there is more is odd, and nothing is known after it", async () => {
    instead = () => [];
    expect(await grower.grow(0, 1, signal)).toEqual({ is: "odd" });
    expect(store.runs).toEqual([]);
  });

  test("[DASH-6] several pages are asked for at once, with the windows across their borders, and written as one", async () => {
    await know(1);
    expect(await grower.grow(0, 2, signal)).toEqual({ is: "done" });
    expect(asked.slice(0, 4)).toEqual(["2/5", "2/3", "3/5", "4/3"]);
    expect(shown()).toEqual(ids(0, 14));
    expect(writes).toBe(2);
  });

  test("[SYNC-2] rows that came on top are overlap, never a second copy", async () => {
    await know(1);
    list = [rowOf(-2), rowOf(-1), ...list];
    expect(await grower.grow(0, 2, signal)).toEqual({ is: "done" });
    expect(new Set(shown()).size).toBe(shown().length);
    expect(shown().slice(0, 8)).toEqual(ids(0, 7));
  });

  test("[SYNC-2] rows that went from above pull the pages up, and none between is skipped", async () => {
    await know(1);
    list = list.slice(3);
    expect(await grower.grow(0, 1, signal)).toEqual({ is: "done" });
    expect(shown().slice(-3)).toEqual(ids(5, 7));
    expect(shown()).not.toContain("gap");
  });

  test("[SYNC-5] without an answer nothing changes; without the second one the first page still counts", async () => {
    await know(1);
    instead = () => "nothing";
    expect(await grower.grow(0, 2, signal)).toEqual({ is: "failed" });
    expect(shown()).toEqual(ids(0, 4));
    instead = (page, limit) => (page === 3 && limit === size ? "nothing" : undefined);
    expect(await grower.grow(0, 2, signal)).toEqual({ is: "done" });
    expect(shown()).toEqual(ids(0, 9));
  });

  test("[SYNC-2] a page that brings nothing new is not the next one", async () => {
    await know(1);
    list = [...Array.from({ length: size }, (_, n) => rowOf(n - size)), ...list];
    expect(await grower.grow(0, 1, signal)).toEqual({ is: "done" });
    expect(shown()).toEqual(ids(0, 9));
  });

  test("[SYNC-3] a known row that one answer leaves out is not taken for gone", async () => {
    await know(1, 2 * size);
    list = [rowOf(-3), rowOf(-2), rowOf(-1), ...list];
    let lies = 1;
    instead = (page, limit) => {
      if (page !== 3 || limit !== size || lies === 0) return undefined;
      lies -= 1;
      return list.slice(10, 16).filter(({ id }) => id !== "t8");
    };
    expect(await grower.grow(0, 1, signal)).toEqual({ is: "done" });
    expect(lies).toBe(0);
    expect(shown().slice(0, 12)).toEqual(ids(0, 11));
  });
});

describe("a run below a gap", () => {
  test("[SYNC-2, SYNC-3] is found wherever the host now has it, and grows downwards", async () => {
    await know(1);
    await know(3);
    list = [...Array.from({ length: 20 }, (_, n) => rowOf(n - 20)), ...list];
    expect(shown()).toEqual([...ids(0, 4), "gap", ...ids(10, 14)]);
    expect(await grower.grow(1, 1, signal)).toEqual({ is: "done" });
    expect(shown().slice(-3)).toEqual(ids(15, 17));
    expect(asked.length).toBeLessThan(16);
  });

  test("[SYNC-2] a host that always sends the same page is given up, not believed", async () => {
    await know(1);
    await know(3);
    const same = list.slice(0, size);
    instead = () => same;
    expect(await grower.grow(1, 1, signal)).toEqual({ is: "odd" });
    expect(shown()).toEqual([...ids(0, 4), "gap", ...ids(10, 14)]);
    expect(asked.length).toBeLessThan(100);
  });
});

describe("a host that ignores limits", () => {
  const readDown = async (): Promise<string[]> => {
    await grower.grow(0, 1, signal);
    for (let turn = 0; turn < 6; turn += 1) await grower.grow(0, 1, signal);
    return shown();
  };

  test("[SYNC-2] a page adjoins the one above it once both have been the same twice", async () => {
    fixed = size;
    expect(await readDown()).toEqual(ids(0, 17));
    expect(store.runs.at(-1)?.endAsOf).toBeDefined();
  });

  test("[SYNC-2, SYNC-3] a row that comes on top between any two answers hides none", async () => {
    const before = list;
    for (let comes = 1; comes < 12; comes += 1) {
      begin();
      list = before;
      fixed = size;
      instead = () => {
        if (asked.length === comes + 1) list = [rowOf(-1), ...before];
        return undefined;
      };
      const rows = (await readDown()).filter((id) => id !== "t-1");
      expect({ comes, rows }).toEqual({ comes, rows: ids(0, rows.length - 1) });
    }
  });
});
