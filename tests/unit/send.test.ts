import { beforeEach, describe, expect, test, vi } from "vitest";
import { type Database } from "../../src/db/store/database.ts";
import { type Attempt, readAttempt } from "../../src/db/money/journal.ts";
import { postsOf } from "../../src/sync/money/fence.ts";
import type { Intent } from "../../src/sync/money/gate.ts";
import { sendingLock } from "../../src/sync/money/close.ts";
import { sendOnce, type Sending } from "../../src/sync/money/send.ts";
import type { fundUser } from "../../src/contract/funding.ts";
import { fundingIntent } from "../support/attempts.ts";
import { DeviceStorage } from "../support/device-storage.ts";
import { FakeLocks } from "../support/fake-locks.ts";
import { HandClock } from "../support/hand-clock.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { connectPlayed, emptyCache } from "../support/played-host.ts";

const fund = "POST /funduser/fund";
const id = "attempt-1";

let played: PlayedCalls;
let db: Database;
let storage: DeviceStorage;
let clock: HandClock;
/** What the gate was told, in order. */
let heard: string[];

beforeEach(async () => {
  played = new PlayedCalls().on(fund, { json: { success: true, message: "Funded", data: { newBalance: 1 } } });
  db = await emptyCache();
  storage = new DeviceStorage();
  clock = new HandClock();
  heard = [];
});

function sendingOf(settings: object = {}, keeping: Sending["keeping"] = "on"): Sending {
  const host = connectPlayed(played, settings, clock);
  vi.stubGlobal("localStorage", storage);
  return {
    host,
    db,
    who: "Grace",
    keeping,
    isOurs: () => true,
    run: (_, runs) => void heard.push(runs ? "runs" : "ran"),
    record: async (_, { is }) => void heard.push(is),
    exclusively: (_, run) => run(),
  };
}

const submit = (sending: Sending, more: Partial<Intent<typeof fundUser>> = {}) => sendOnce(sending, fundingIntent(id, more), "subject");

describe("[FUND-6] nothing is sent before it is written down", () => {
  test("as the request leaves, journal and fence have it, and the body can be repeated", async () => {
    const sending = sendingOf({ idempotencyHeader: "Idempotency-Key" });
    let then: { attempt: Attempt | undefined; posts: number; key: string | null } | undefined;
    const send = globalThis.fetch;
    vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
      then = { attempt: await readAttempt(db, id), posts: postsOf(db.name).length, key: new Headers(init.headers).get("Idempotency-Key") };
      return send(input, init);
    });
    expect(await submit(sending)).toMatchObject({ is: "done", attempt: id });
    expect(then).toMatchObject({ posts: 1, key: id });
    expect(then?.attempt).toMatchObject({
      at: clock.time,
      keyedAt: clock.time,
      state: { is: "sent" },
      body: { amount: "0.25" },
      by: "Grace",
    });
    expect(heard).toEqual(["runs", "done", "ran"]);
  });

  test("a journal that can't be written sends nothing", async () => {
    const sending = sendingOf();
    db.close();
    expect(await submit(sending)).toEqual({ is: "blocked", why: "journal" });
    expect(played.callsOf(fund)).toEqual([]);
    expect(heard).toEqual([]);
  });

  test("a journal that ends with the page and no fence beside it sends nothing, and leaves nothing to settle", async () => {
    storage.isRefused = true;
    expect(await submit(sendingOf({}, "off"))).toEqual({ is: "blocked", why: "journal" });
    expect(played.callsOf(fund)).toEqual([]);
    expect(await readAttempt(db, id)).toBeUndefined();
  });

  test("a journal that outlasts the page is enough", async () => {
    storage.isRefused = true;
    expect(await submit(sendingOf())).toMatchObject({ is: "done" });
  });

  test("[SEC-1] a body with a secret is not written down; without a header there is no key to ask by", async () => {
    await submit(sendingOf(), { secret: true });
    const attempt = await readAttempt(db, id);
    expect([attempt?.body, attempt?.keyedAt]).toEqual([undefined, undefined]);
  });
});

describe("[FUND-6] one request, one end", () => {
  test("[FUND-4] a refusal within a 2xx says all that the host said", async () => {
    const json = { success: false, errors: [{ detail: "Frozen" }], field: "email" };
    played.on(fund, { json });
    expect(await submit(sendingOf())).toMatchObject({ is: "refused", status: 200, message: "Frozen", body: JSON.stringify(json) });
  });

  test("a lost answer is unknown, and the request is not repeated", async () => {
    played.on(fund, { is: "cut" });
    expect(await submit(sendingOf())).toMatchObject({ is: "unknown", attempt: id });
    expect(played.callsOf(fund)).toHaveLength(1);
    expect(heard).toEqual(["runs", "unknown", "ran"]);
  });

  test("after a minute it shows as unknown while the request goes on, and a late answer settles it", async () => {
    let answer: () => void = () => {};
    played.on(fund, async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { json: { success: true, message: "Funded" } };
    });
    const refresh = vi.fn();
    const sent = submit(sendingOf(), { refresh });
    await vi.waitFor(() => expect(played.callsOf(fund)).toHaveLength(1));
    clock.pass(59_999);
    expect(heard).toEqual(["runs"]);
    clock.pass(1);
    clock.pass(60_000);
    expect(await sent).toMatchObject({ is: "unknown", attempt: id });
    expect(heard).toEqual(["runs", "unknown"]);
    expect(refresh).not.toHaveBeenCalled();
    answer();
    await vi.waitFor(() => expect(heard).toEqual(["runs", "unknown", "done", "ran"]));
    expect(refresh).toHaveBeenCalledOnce();
  });

  test("an answer in time leaves no minute running", async () => {
    await submit(sendingOf());
    clock.pass(120_000);
    expect(heard).toEqual(["runs", "done", "ran"]);
  });

  test("a view that can't be fetched again doesn't make it look unsent", async () => {
    const refresh = (): never => {
      throw new Error("no");
    };
    expect(await submit(sendingOf(), { refresh })).toMatchObject({ is: "done" });
  });

  test("[KEY-2] the tab holds a lock as long as its request runs; browsers without one send all the same", async () => {
    const locks = new FakeLocks().of("tab");
    const sending = sendingOf();
    vi.stubGlobal("navigator", { onLine: true, locks });
    let answer: () => void = () => {};
    played.on(fund, async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { json: { success: true } };
    });
    const held = async (): Promise<string[]> => (await locks.query()).held.map(({ name }) => name);
    const sent = submit(sending);
    await vi.waitFor(() => expect(played.callsOf(fund)).toHaveLength(1));
    expect(await held()).toEqual([sendingLock(db, id)]);
    answer();
    await sent;
    await vi.waitFor(async () => expect(await held()).toEqual([]));
    vi.stubGlobal("navigator", { onLine: true, locks: { request: () => Promise.reject(new DOMException("no", "SecurityError")) } });
    played.on(fund, { json: { success: true } });
    expect(await submit(sending, { id: "attempt-2" })).toMatchObject({ is: "done" });
  });
});
