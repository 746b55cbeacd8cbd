import * as v from "valibot";
import { expect, test } from "vitest";
import { findingsOf } from "../../src/app/screens/approvals/evidence.ts";
import { slip } from "../../src/contract/approvals.ts";
import { wireSlip } from "../support/played-slips.ts";
import { keepSlipCheck, readSlipCheck, type SlipCheck } from "../../src/db/money/slip-checks.ts";
import { Database } from "../../src/db/store/database.ts";

const found = (asOf: number): SlipCheck => ({
  same: { is: "known", rows: [], isWhole: true, asOf },
  latest: { is: "known", rows: [], isWhole: true, asOf },
  since: { is: "known", rows: [], isWhole: true, asOf },
  maker: { is: "known", isFirst: true, total: 1, asOf },
});
const failed = { is: "failed", message: "No" } as const;

test("[APPR-5] what was found about a slip is kept with its age; a part that fails later leaves what was known before", async () => {
  const db = new Database("slip-checks-1");
  expect(await readSlipCheck(db, "a")).toBeUndefined();
  await keepSlipCheck(db, "a", found(1));
  await keepSlipCheck(db, "a", { ...found(2), same: failed });
  expect(await readSlipCheck(db, "a")).toEqual({ ...found(2), same: found(1).same });
  await keepSlipCheck(db, "b", { same: failed, latest: failed, since: failed, maker: failed });
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

test("[APPR-5] the same asked for before is found however a host writes its amount", () => {
  const rowOf = (id: string, amount: string, operation = "fund") => ({
    ...v.parse(slip, wireSlip({ id, amount, operation })),
    madeMs: 1000,
    seenAt: 0,
  });
  const slips = [rowOf("a", "2.50"), rowOf("b", "2.5"), rowOf("c", "02.500"), rowOf("d", "2.05"), rowOf("e", "2.5", "deduct")];
  const known = {
    slip: rowOf("b", "2.5"),
    check: undefined,
    isOut: true,
    user: undefined,
    isUserAwaited: false,
    mayViewTransactions: true,
  };
  const asked = findingsOf({ ...known, slips }).flatMap((one) => (one.about === "asked" ? one.slips : []));
  expect(asked.map(({ id }) => id)).toEqual(["a", "c"]);
});
