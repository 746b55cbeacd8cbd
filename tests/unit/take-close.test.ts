import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Database } from "../../src/db/store/database.ts";
import { compareCloses } from "../../src/db/money/daily-close.ts";
import { writeAttempt } from "../../src/db/money/journal.ts";
import type { DayTotals } from "../../src/db/transactions/day-totals.ts";
import { closableFrom, seenSinceOf, type Taken, takeClose } from "../../src/sync/money/take-close.ts";
import { type Session, sessionStore } from "../../src/sync/state/session-store.ts";
import { unknownFunding } from "../support/attempts.ts";
import { DeviceStorage } from "../support/device-storage.ts";
import { bea, wireSlip } from "../support/played-approvals.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { connectPlayed, emptyCache } from "../support/played-host.ts";

const of = { day: "2026-11-20", timeZone: "UTC" };
const end = Date.UTC(2026, 10, 21);
const noon = end - 12 * 3_600_000;
const logCall = "GET /log";
const slipsCall = "GET /slips";

let played: PlayedCalls;
let db: Database;
let stop: AbortController;
let totals: DayTotals;
let storage: DeviceStorage;

beforeEach(async () => {
  played = new PlayedCalls();
  db = await emptyCache();
  stop = new AbortController();
  storage = new DeviceStorage();
  totals = { lines: [], gaps: [], asOf: end + 120_000 };
});

/** Takes the close on a host with these settings; `ahead`: host clock minus device clock, in ms. */
function take(settings: object = {}, ahead = 0, readTotals: () => Promise<DayTotals> = async () => totals): Promise<Taken> {
  const host = connectPlayed(played, settings);
  storage.setItem("counterfoil.clock", String(ahead));
  vi.stubGlobal("localStorage", storage);
  const session: Session = { token: "t", admin: { email: "grace@example.com" }, claims: undefined, identity: "grace" };
  return takeClose({ host, db, session }, of, { totals: readTotals, previous: undefined, signal: stop.signal });
}
const closeOf = (taken: Taken) => {
  if (taken.is !== "taken") throw new Error(JSON.stringify(taken));
  return taken.close;
};
const funding = (id: string, at: number, details: Record<string, string>, is: "done" | "unknown" = "done") =>
  writeAttempt(db, { ...unknownFunding(id, at, id), details, ...(is === "done" ? { state: { is, at, message: undefined } } : {}) });

describe("[CLOSE-2] a day is refused", () => {
  test("until a minute after its end, by the host's clock", async () => {
    expect(closableFrom(of)).toBe(end + 60_000);
    vi.useFakeTimers({ toFake: ["Date"], now: end + 59_999 });
    try {
      expect(await take()).toEqual({ is: "running" });
      expect((await take({}, 1)).is).toBe("taken");
      vi.setSystemTime(end + 70_000);
      expect(await take({}, -10_001)).toEqual({ is: "running" });
    } finally {
      vi.useRealTimers();
    }
  });

  test.each<[string, Partial<DayTotals>]>([
    ["has gaps", { gaps: [{ from: noon, to: noon - 1 }] }],
    ["was never seen", { asOf: undefined }],
    ["was last seen before it was over", { asOf: end + 59_999 }],
  ])("where its part of the cache %s", async (_, part) => {
    totals = { ...totals, ...part };
    expect(await take()).toEqual({ is: "not whole", gaps: totals.gaps, asOf: totals.asOf });
  });

  test("and what the device saw counts by the host's clock", async () => {
    totals = { ...totals, asOf: end + 50_000 };
    expect((await take({}, 10_000)).is).toBe("taken");
    expect(seenSinceOf(of)).toBe(end + 50_000);
  });

  test("where the host's log or slips can't be read, with its words", async () => {
    played.on(logCall, { status: 403, json: { message: "Not you" } });
    expect(await take({ auditLog: "/log" })).toEqual({ is: "unread", source: "log", message: "Not you" });
    played.on(slipsCall, { status: 400, json: { message: "Not now" } });
    expect(await take({ approvals: "/slips" })).toEqual({ is: "unread", source: "slips", message: "Not now" });
  });

  test("once it is cancelled", async () => {
    played.on(logCall, () => {
      stop.abort();
      return { json: { success: true, data: [] } };
    });
    expect(await take({ auditLog: "/log" })).toEqual({ is: "cancelled" });
  });

  test("with the database's error, where the totals can't be read", async () => {
    await expect(take({}, 0, () => Promise.reject(new Error("closed")))).rejects.toThrow("closed");
  });
});

describe("[CLOSE-2] whose word counts", () => {
  test("this device's journal, on a host without a log: done fundings of the day, by the device's clock", async () => {
    const ahead = 60_000;
    await funding("in", noon, { amount: "1.5", currency: "BTC", reason: "goodwill" });
    await funding("in too", noon, { amount: "0.5", currency: "BTC", reason: "goodwill" });
    await funding("last", end - ahead - 1, { amount: "1", currency: "ETH" });
    await funding("after", end - ahead, { amount: "7", currency: "ETH" });
    const { moves, transactions } = closeOf(await take({}, ahead));
    expect(moves).toEqual({
      source: "device",
      lines: [
        { operation: "fund", admin: "Ada", checker: null, reason: "", currency: "ETH", count: 1, sum: "1" },
        { operation: "fund", admin: "Ada", checker: null, reason: "goodwill", currency: "BTC", count: 2, sum: "2" },
      ],
    });
    expect(transactions.asOf).toBe(new Date(end + 120_000 + ahead).toISOString());
  });

  test("the host's log where it has one, and the journal is left out", async () => {
    await funding("here", noon, { amount: "9", currency: "BTC" });
    const hash = "0".repeat(64);
    played.on(logCall, ({ query }) => ({
      json: {
        success: true,
        data:
          query["action"] === "fund"
            ? [
                {
                  seq: 1,
                  previous: hash,
                  hash,
                  at: new Date(noon).toISOString(),
                  actor: "grace@example.com",
                  action: "fund",
                  asked: { amount: "2", currency: "BTC" },
                  before: null,
                  after: null,
                  outcome: "done",
                },
              ]
            : [],
        pagination: { hasNextPage: false },
      },
    }));
    const { moves } = closeOf(await take({ auditLog: "/log" }));
    expect(moves).toEqual({
      source: "host",
      lines: [{ operation: "fund", admin: "grace@example.com", checker: null, reason: "", currency: "BTC", count: 1, sum: "2" }],
    });
  });

  test("the host's slips: executed ones are moves, open ones stand beside them; null where it has none", async () => {
    expect(closeOf(await take()).openSlips).toBeNull();
    const made = { madeAt: new Date(noon).toISOString(), decidedAt: new Date(noon + 1000).toISOString() };
    played.on(slipsCall, ({ query }) => {
      const slip =
        query["state"] === "executed"
          ? wireSlip(1, { ...made, state: "executed", checker: bea })
          : wireSlip(2, { ...made, decidedAt: null });
      return { json: { success: true, data: { approvals: [slip], total: 1, toDecide: 0 } } };
    });
    const close = closeOf(await take({ approvals: "/slips" }));
    expect(close.moves.lines).toMatchObject([{ checker: "bea@example.com", currency: "NGNB", sum: "1500000" }]);
    expect(close.openSlips).toMatchObject([{ checker: null, count: 1 }]);
  });

  test("every attempt up to the day's end whose outcome nobody knows is named", async () => {
    await funding("old", 1000, { amount: "3", currency: "BTC" }, "unknown");
    await funding("later", end, { amount: "4", currency: "BTC" }, "unknown");
    expect(closeOf(await take()).unknown).toEqual([
      {
        id: "old",
        at: new Date(1000).toISOString(),
        operation: "fund",
        by: "Ada",
        target: "ada@example.com",
        amount: "3",
        currency: "BTC",
      },
    ]);
  });

  test("[FUND-6] so is one that the journal lacks, of which only a post was left", async () => {
    const post = (attempt: string, at: number) =>
      storage.setItem(
        `counterfoil.fence.${attempt}`,
        JSON.stringify({ attempt, owner: db.name, salt: "", subject: "", operation: "fund", at }),
      );
    await funding("known", 1000, { amount: "3", currency: "BTC" }, "unknown");
    post("known", 1000);
    post("left", end - 60_001);
    post("later", end - 60_000);
    const [known, left, ...more] = closeOf(await take({}, 60_000)).unknown;
    expect([known?.id, more]).toEqual(["known", []]);
    expect(left).toEqual({
      id: "left",
      at: new Date(end - 1).toISOString(),
      operation: "fund",
      by: "",
      target: "",
      amount: "",
      currency: "",
    });
  });

  test("an unsettled attempt is no change where only the measured host clock differs", async () => {
    await funding("old", 1000, { amount: "3", currency: "BTC" }, "unknown");
    const [before, after] = [closeOf(await take({}, 120)), closeOf(await take({}, 870))];
    expect(compareCloses(before, after, true).unknown).toEqual([]);
    expect(compareCloses({ ...before, unknown: [] }, after, true).unknown).toEqual([{ before: undefined, after: after.unknown[0] }]);
    const [line] = before.unknown;
    if (!line) throw new Error("the close names no attempt");
    expect(compareCloses({ ...before, unknown: [{ ...line, amount: "4" }] }, after, true).unknown).toHaveLength(1);
  });

  test("[KEY-4] a done funding of which only a post was left has no amount here: it is named, not left out", async () => {
    await funding("posted", noon, {});
    const close = closeOf(await take());
    expect(close.moves.lines).toEqual([]);
    expect(close.unknown).toMatchObject([{ id: "posted", operation: "fund", amount: "", currency: "" }]);
  });
});

test("[CLOSE-2] the close says who made it, of which host and day", async () => {
  sessionStore.close();
  expect(closeOf(await take())).toMatchObject({
    host: "http://host.test",
    day: "2026-11-20",
    by: "grace@example.com",
    from: "2026-11-20T00:00:00.000Z",
    before: "2026-11-21T00:00:00.000Z",
    previous: null,
  });
});
