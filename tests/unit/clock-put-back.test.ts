import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as v from "valibot";
import { config } from "../../src/contract/config.ts";
import { onrampRate } from "../../src/contract/rates.ts";
import { keepStatementColumns, readStatementColumns } from "../../src/db/files/statement-columns.ts";
import { readGiftCardRates } from "../../src/db/figures/gift-cards.ts";
import { latestAttempts, writeAttempt } from "../../src/db/money/journal.ts";
import { readSavedViews, saveView } from "../../src/db/desk/saved-views.ts";
import { readHistory } from "../../src/db/figures/figures.ts";
import { putRate } from "../../src/db/figures/rates.ts";
import { readState, writeState } from "../../src/db/store/database.ts";
import { canRepeat } from "../../src/sync/money/repeat.ts";
import { connect } from "../../src/sync/wire/host.ts";
import { sessionStore } from "../../src/sync/state/session-store.ts";
import { startSync, type Sync } from "../../src/sync/start-sync.ts";
import { allTransactions } from "../../src/sync/transactions/transaction-source.ts";
import { unknownFunding } from "../support/attempts.ts";

const hourMs = 3_600_000;
const now = Date.now();

/** The host's current data. */
let world: { statuses: string[]; rate: number };
let sync: Sync | undefined;
let stop: AbortController;

beforeEach(() => {
  stop = new AbortController();
  world = { statuses: ["PENDING", "PENDING", "PENDING"], rate: 1500 };
  vi.stubGlobal("fetch", (input: string) => {
    const rows = world.statuses.flatMap((status, n) =>
      status === "gone" ? [] : [{ id: `t${n}`, createdAt: new Date(Date.UTC(2026, 0, 9 - n)).toISOString(), status }],
    );
    const json = input.includes("giftcard")
      ? { data: { rates: [{ id: "r1", rate: world.rate }], pagination: { totalPages: 1 } } }
      : { success: true, data: rows, pagination: { hasNextPage: false } };
    return Promise.resolve(new Response(JSON.stringify(json)));
  });
  sessionStore.open("token", { email: `admin-${Math.random()}@example.com` });
});

afterEach(() => {
  close();
  sessionStore.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(settings: object = {}): Promise<Sync> {
  const session = sessionStore.current();
  if (!session) throw new Error("no session");
  sync = await startSync(session, connect(v.parse(config, { host: "http://host", ...settings }), stop.signal));
  return sync;
}

function close(): void {
  sync?.end();
  sync?.db.close();
  sync = undefined;
  stop.abort();
  stop = new AbortController();
}

const setClock = (at: number): void => void vi.useFakeTimers({ toFake: ["Date"], now: at });

async function shown({
  db,
  refreshHead,
  dispatcher,
}: Sync): Promise<{ rows: (string | undefined)[]; rate: unknown; asOf: number | undefined }> {
  await refreshHead();
  await dispatcher.demand("giftCards", null);
  const { items, asOf } = await allTransactions({ db, refreshHead } as Sync).read(0, 10, []);
  const rows = items.map((item) => (item?.is === "row" ? `${item.row.id} ${item.row.status}` : item?.is));
  return { rows, rate: (await readGiftCardRates(db))?.rates[0]?.rate, asOf };
}

const changed = { rows: ["t0 SUCCESSFUL", "t2 PENDING"], rate: "1600" };

test("[SYNC-2, SYNC-3] what was fetched under a clock that ran ahead doesn't pass for newer than what the host says now", async () => {
  setClock(now + 5 * hourMs);
  const before = await open();
  expect(await shown(before)).toMatchObject({ rows: ["t0 PENDING", "t1 PENDING", "t2 PENDING"], rate: "1500" });
  await saveView(before.db, { id: "v", name: "Mine", href: "/users?q=ada" });
  await keepStatementColumns(before.db, "a;b", { amount: 0 });
  await writeState(before.db, "closes", [{ text: "{}", digest: "d" }]);
  await writeAttempt(before.db, unknownFunding("a1", now + 5 * hourMs, "[]", now));
  close();
  world = { statuses: ["SUCCESSFUL", "gone", "PENDING"], rate: 1600 };
  setClock(now);
  const after = await open();
  expect(await shown(after)).toEqual({ ...changed, asOf: now });
  // Data created on the device itself is kept.
  expect(await latestAttempts(after.db, 5)).toMatchObject([{ id: "a1" }]);
  expect(await readSavedViews(after.db)).toMatchObject([{ id: "v" }]);
  expect(await readStatementColumns(after.db, "a;b")).toEqual({ amount: 0 });
  expect(await readState(after.db, "closes")).toHaveLength(1);
});

test("[RATE-3, SYNC-2] a rate that was seen under a clock that ran ahead doesn't stay the latest of its history", async () => {
  const rates = async ({ db }: Sync) => (await readHistory(db, "onramp")).map(({ value, seenAt }) => [value, seenAt]);
  const see = (one: Sync, rate: string, at: number) => putRate(one.db, "onramp", v.parse(onrampRate.answer, { data: { rate } }), at);
  setClock(now - hourMs);
  await see(await open(), "1400", now - hourMs);
  setClock(now + 5 * hourMs);
  await see(sync as Sync, "1500", now + 5 * hourMs);
  close();
  setClock(now);
  const after = await open();
  await see(after, "1600", now);
  expect(await rates(after)).toEqual([
    ["1400", now - hourMs],
    ["1600", now],
  ]);
});

test("[FUND-6] what was sent before the clock was put back isn't repeated, since nobody knows how long ago that is", async () => {
  setClock(now);
  const { db } = await open();
  await writeAttempt(db, { ...unknownFunding("a1", now, "[]"), body: {}, keyedAt: now });
  setClock(now + 48 * hourMs);
  await shown(sync as Sync);
  close();
  setClock(now + hourMs);
  const after = await open({ idempotencyHeader: "Idempotency-Key" });
  const [attempt] = await latestAttempts(after.db, 1);
  expect(attempt).toMatchObject({ id: "a1", keyedAt: now, state: { is: "unknown" } });
  expect(attempt && canRepeat(after.gate.sending.host, attempt)).toBe(false);
});

test("[SYNC-2] a clock that is put back while the app runs makes it begin anew", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout"], now: now + 5 * hourMs, shouldAdvanceTime: true });
  const running = await open();
  await shown(running);
  vi.setSystemTime(now);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(running.lost.get()).toBe("clock");
});

test("[SYNC-2] a clock that is put right by seconds loses nothing", async () => {
  setClock(now + 20_000);
  const before = await open();
  await shown(before);
  close();
  setClock(now);
  const { items } = await allTransactions(await open()).read(0, 10, []);
  expect(items).toHaveLength(3);
});
