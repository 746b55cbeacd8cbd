import { expect, test } from "vitest";
import * as v from "valibot";
import { transaction } from "../../src/contract/transactions.ts";
import { Database, readState } from "../../src/db/database.ts";
import { evictOldest } from "../../src/db/evict.ts";
import { countRows, rowsByKeys } from "../../src/db/rows.ts";
import { readWindow } from "../../src/db/transaction-list.ts";
import { applyPages, putLooseRows, takeTerm } from "../../src/db/transactions.ts";

const row = (at: number) => v.parse(transaction, { id: `t${at}`, createdAt: at });

async function filled(pages: number): Promise<Database> {
  const db = new Database(`evict-${Math.random()}`);
  const term = await takeTerm(db);
  for (let page = 0; page < pages; page += 1) {
    // Pages overlap by a row; each is as of another hour, so that it stays a piece of its own.
    const rows = Array.from({ length: 101 }, (_, index) => row(100_000 - page * 100 - index));
    const keys = rows.map(({ id, createdAt }) => ({ id, at: Date.parse(createdAt) }));
    await applyPages(
      db,
      [{ rows, proof: { keys, openTop: page === 0, openBottom: page === pages - 1, asOf: 1e12 - page * 3_600_000 }, gone: new Set() }],
      term,
    );
  }
  return db;
}

test("[SYNC-7] above the limit the oldest rows go, loose ones with them, and the coverage says so", async () => {
  const db = await filled(10);
  await putLooseRows(db, [row(50)], 1e12);
  const { removed } = await evictOldest(db, 500, Number.POSITIVE_INFINITY);
  expect(removed).toContain("t50");
  const window = await readWindow(db, 0, 2000, []);
  expect(window.rows).toBeLessThanOrEqual(500);
  expect(window.rows).toBe(await countRows(db));
  expect(window.items.every((item) => item?.is === "row")).toBe(true);
  expect(window.atEnd).toBe(false);
  expect((await readState(db, "coverage"))?.[0]?.endAsOf).toBeUndefined();
});

test("[SYNC-7] what is in view stays, whatever the limit", async () => {
  const db = await filled(10);
  const inView = 100_000 - 950;
  await evictOldest(db, 500, inView);
  expect(await rowsByKeys(db, [{ at: inView, id: `t${inView}` }])).toHaveLength(1);
});
