import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as v from "valibot";
import { config } from "../../src/contract/config.ts";
import { fundUser } from "../../src/contract/funding.ts";
import { putAnalytics, readAnalytics } from "../../src/db/figures/analytics.ts";
import { readGiftCardRates } from "../../src/db/figures/gift-cards.ts";
import type { Intent } from "../../src/sync/money/gate.ts";
import { connect } from "../../src/sync/wire/host.ts";
import { sessionStore } from "../../src/sync/state/session-store.ts";
import { startSync, type Sync } from "../../src/sync/start-sync.ts";

let sync: Sync;
let stop: AbortController;
/** The host's current rate. */
let rate: number;
/** Releases the host's answers to reads. */
let go: (() => void)[];

beforeEach(async () => {
  stop = new AbortController();
  rate = 1500;
  go = [];
  vi.stubGlobal("fetch", async (_: string, { method }: RequestInit) => {
    if (method === "POST") {
      rate = 1600;
      return new Response(JSON.stringify({ success: true, message: "Done" }));
    }
    const answer = JSON.stringify({ data: { rates: [{ id: "r1", rate }], pagination: { totalPages: 1 } } });
    await new Promise<void>((resolve) => go.push(resolve));
    return new Response(answer);
  });
  sessionStore.open("token", { email: `admin-${Math.random()}@example.com` });
  const session = sessionStore.current();
  if (!session) throw new Error("no session");
  const host = connect(v.parse(config, { host: "http://host" }), stop.signal);
  sync = await startSync(session, host);
  host.reach.answered(Date.now());
});

afterEach(() => {
  sync.end();
  sync.db.close();
  sessionStore.close();
  stop.abort();
  vi.unstubAllGlobals();
});

const intent = (refresh: () => unknown): Intent<typeof fundUser> => ({
  call: fundUser,
  body: { email: "ada@example.com", amount: "1", currency: "BTC" },
  operation: "fund",
  subject: ["ada@example.com"],
  target: "ada@example.com",
  details: {},
  refresh,
});

test("[SYNC-1, SYNC-3] what was asked for before a mutation is not taken for what the host says after it", async () => {
  const before = sync.dispatcher.demand("giftCards", null);
  await vi.waitFor(() => expect(go).toHaveLength(1));
  let after: Promise<unknown> | undefined;
  const outcome = await sync.gate.submit(
    intent(() => {
      after = sync.dispatcher.demand("giftCards", null);
    }),
  );
  expect(outcome.is).toBe("done");
  go[0]?.();
  await before;
  await vi.waitFor(() => expect(go).toHaveLength(2));
  go[1]?.();
  await after;
  expect((await readGiftCardRates(sync.db))?.rates[0]?.rate).toBe("1600");
});

test("[FUND-6] a funding that the host has done is said to be done, whatever goes wrong with fetching again", async () => {
  const outcome = await sync.gate.submit(
    intent(() => {
      throw new Error("a fault of the screen");
    }),
  );
  expect(outcome.is).toBe("done");
});

test("[DASH-1, SYNC-3] figures that come late don't take the place of newer ones", async () => {
  await putAnalytics(sync.db, { users: { total: 2 } }, 2000);
  await putAnalytics(sync.db, { users: { total: 1 } }, 1000);
  expect(await readAnalytics(sync.db)).toMatchObject({ figures: { users: { total: 2 } }, asOf: 2000 });
});
