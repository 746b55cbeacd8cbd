import "../support/indexeddb.ts";
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { markupAnswer } from "../../src/contract/markup.ts";
import { user } from "../../src/contract/users.ts";
import { putAnalytics } from "../../src/db/figures/analytics.ts";
import { Database, readState, writeState } from "../../src/db/store/database.ts";
import { putFees } from "../../src/db/figures/fees.ts";
import { lastSync, readFreshness } from "../../src/db/store/freshness.ts";
import { keptUp, liveForMs } from "../../src/db/store/kept-up.ts";
import { enforceRetention } from "../../src/db/store/open.ts";
import { putUserPage } from "../../src/db/people/user-pages.ts";
import { putUsers } from "../../src/db/people/users.ts";
import { putWallets } from "../../src/db/figures/wallets.ts";

const hourMs = 3_600_000;
const ada = v.parse(user, { _id: "u-1", email: "ada@example.com" });
let db: Database;
let serial = 0;

beforeEach(() => {
  serial += 1;
  db = new Database(`freshness-${serial}`);
});
afterEach(() => db.close());

const feeds: Record<string, (asOf: number) => Promise<void>> = {
  "a page of users": (asOf) => putUserPage(db, { limit: 10, skip: 0 }, { users: [ada], total: 1, asOf }),
  "one user": (asOf) => putUsers(db, [ada], asOf),
  wallets: (asOf) => putWallets(db, "ada@example.com", { email: "ada@example.com", wallets: {}, balances: {} }, asOf),
  fees: (asOf) => putFees(db, [], asOf),
  "the dashboard's figures": (asOf) => putAnalytics(db, {}, asOf),
};

describe("the last successful sync", () => {
  for (const [what, keep] of Object.entries(feeds)) {
    test(`[AUTH-16] ${what} counts as one, and an older answer doesn't turn it back`, async () => {
      expect(await lastSync(db)).toBeUndefined();
      await keep(5000);
      expect(await lastSync(db)).toBe(5000);
      await putFees(db, [], 3000);
      expect(await lastSync(db)).toBe(5000);
      await writeState(db, "synced", 7000);
      expect(await lastSync(db)).toBe(7000);
    });
  }

  test("[AUTH-16] who works with users alone keeps the cache, and loses it 72 hours after the last of them was fetched", async () => {
    await writeState(db, "synced", 0);
    await putUserPage(db, { limit: 10, skip: 0 }, { users: [ada], total: 1, asOf: 50 * hourMs });
    expect(await enforceRetention(db, 72, 122 * hourMs, async () => {})).toBe(false);
    expect(await db.users.count()).toBe(1);
    expect(await enforceRetention(db, 72, 122 * hourMs + 1, async () => {})).toBe(true);
    expect([await db.users.count(), await readState(db, "synced")]).toEqual([0, undefined]);
  });

  test("[LAY-7] each part of the cache has its own age: of several rates the oldest, of users the latest page", async () => {
    await putFees(db, [], 9000);
    await writeState(db, "markup", { value: v.parse(markupAnswer, 1.5), asOf: 4000 });
    await putUserPage(db, { limit: 10, skip: 0 }, { users: [ada], total: 1, asOf: 2000 });
    await putUserPage(db, { limit: 10, skip: 10 }, { users: [], total: 1, asOf: 6000 });
    expect(await readFreshness(db)).toMatchObject({
      rates: 4000,
      users: 6000,
      head: undefined,
      analytics: undefined,
      giftCards: undefined,
    });
  });

  test("[LAY-7] the newest transactions have the age of their own last answer, also where it was that there are none", async () => {
    await writeState(db, "synced", 3000);
    await putFees(db, [], 9000);
    expect(await readFreshness(db)).toMatchObject({ synced: 9000, head: 3000 });
    const at = Date.parse("2026-01-01T00:00:00Z");
    const top = { at, ids: ["t-1"] };
    const run = { top, bottom: top, headAsOf: undefined, endAsOf: undefined, pieces: [{ from: at, to: at, rows: 1, asOf: 4000 }] };
    await writeState(db, "coverage", [run]);
    expect((await readFreshness(db)).head).toBeUndefined();
    await writeState(db, "coverage", [{ ...run, headAsOf: 4000 }]);
    expect((await readFreshness(db)).head).toBe(4000);
  });
});

describe("kept up by the host's stream of changes", () => {
  const answers = {
    synced: 5000,
    head: 3000,
    gaps: 0,
    analytics: 2500,
    users: 2600,
    rates: 1000,
    giftCards: 2000,
    approvals: undefined,
  };
  const followed = { position: "p", since: 2000, at: 9000, moved: { analytics: 2400, users: 2700 } };

  test("[LIVE-2, LIVE-3] what was asked for since it began is as of its last sign of life, unless it has changed in a way that isn't told", () => {
    expect(keptUp({ ...answers, followed })).toEqual({
      synced: 9000,
      head: 9000,
      gaps: 0,
      analytics: 9000,
      users: 2600,
      rates: 1000,
      giftCards: 9000,
      approvals: undefined,
    });
    expect(keptUp({ ...answers, followed: undefined })).toEqual(answers);
  });

  test("[LIVE-3] what the stream said last is live for 30 s; what an answer said, for 90 s", () => {
    expect(liveForMs(9000, followed)).toBe(30_000);
    expect(liveForMs(9500, followed)).toBe(90_000);
    expect(liveForMs(3000, undefined)).toBe(90_000);
  });
});
