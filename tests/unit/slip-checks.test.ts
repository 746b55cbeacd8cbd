import { expect, test } from "vitest";
import { keepSlipCheck, readSlipCheck, type SlipCheck } from "../../src/db/money/slip-checks.ts";
import { Database } from "../../src/db/store/database.ts";

const found = (asOf: number): SlipCheck => ({
  same: { is: "known", rows: [], isWhole: true, asOf },
  latest: { is: "known", rows: [], isWhole: true, asOf },
  maker: { is: "known", isFirst: true, total: 1, asOf },
});
const failed = { is: "failed", message: "No" } as const;

test("[APPR-5] what was found about a slip is kept with its age; a part that fails later leaves what was known before", async () => {
  const db = new Database("slip-checks-1");
  expect(await readSlipCheck(db, "a")).toBeUndefined();
  await keepSlipCheck(db, "a", found(1));
  await keepSlipCheck(db, "a", { ...found(2), same: failed });
  expect(await readSlipCheck(db, "a")).toEqual({ ...found(2), same: found(1).same });
  await keepSlipCheck(db, "b", { same: failed, latest: failed, maker: failed });
  expect((await readSlipCheck(db, "b"))?.same).toEqual(failed);
  db.close();
});

test("[APPR-5] of the slips that were looked at the latest fifty keep theirs", async () => {
  const db = new Database("slip-checks-2");
  for (let at = 0; at < 52; at += 1) await keepSlipCheck(db, `slip-${at}`, found(at));
  expect(await readSlipCheck(db, "slip-1")).toBeUndefined();
  expect(await readSlipCheck(db, "slip-2")).toEqual(found(2));
  db.close();
});
