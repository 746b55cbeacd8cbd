import "../support/indexeddb.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Database } from "../../src/db/store/database.ts";
import { readSavedViews, savedViewsAtMost, saveView } from "../../src/db/desk/saved-views.ts";

let db: Database;
let serial = 0;
beforeEach(() => {
  serial += 1;
  db = new Database(`saved-views-${serial}`);
});
afterEach(() => db.delete());

const viewOf = (id: number, name = `View ${id}`) => ({ id: `${id}`, name, href: `/?searchTerm=${id}` });

test("[DASH-11] a list that two tabs save is there once, under the later name", async () => {
  await Promise.all([saveView(db, viewOf(1)), saveView(db, viewOf(2))]);
  expect(await saveView(db, { ...viewOf(1), id: "another tab's", name: "Ada's" })).toBe(true);
  expect(await readSavedViews(db)).toEqual([viewOf(1, "Ada's"), viewOf(2)]);
});

test("[DASH-11] no more views are kept than there may be, but one that is kept can be named anew", async () => {
  for (let id = 0; id < savedViewsAtMost; id += 1) expect(await saveView(db, viewOf(id))).toBe(true);
  expect(await saveView(db, viewOf(savedViewsAtMost))).toBe(false);
  expect(await saveView(db, viewOf(3, "Again"))).toBe(true);
  expect((await readSavedViews(db)).map(({ name }) => name)[3]).toBe("Again");
});
