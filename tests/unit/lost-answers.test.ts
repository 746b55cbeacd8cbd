import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { config } from "../../src/contract/config.ts";
import { deleteGiftCardRate } from "../../src/contract/gift-cards.ts";
import { setMarkup } from "../../src/contract/markup.ts";
import { Database } from "../../src/db/store/database.ts";
import { type Attempt, endOf, readAttempt, writeAttempt } from "../../src/db/money/journal.ts";
import { digest } from "../../src/db/store/digest.ts";
import { openInMemory } from "../../src/db/store/open.ts";
import { postsOf } from "../../src/sync/money/fence.ts";
import { MutationGate, subjectOf } from "../../src/sync/money/gate.ts";
import { canClose } from "../../src/sync/money/close.ts";
import { canRepeat } from "../../src/sync/money/repeat.ts";
import { connect } from "../../src/sync/wire/host.ts";
import { keptKey } from "../../src/sync/state/kept-key.ts";
import { sessionStore } from "../../src/sync/state/session-store.ts";
import { startSync } from "../../src/sync/start-sync.ts";
import { endSession } from "../../src/sync/session/teardown.ts";
import { fundingIntent, unknownFunding } from "../support/attempts.ts";
import { DeviceStorage } from "../support/device-storage.ts";
import { HandClock } from "../support/hand-clock.ts";

vi.mock("../../src/sync/state/slow-digest.ts", () => import("../support/quick-digest.ts"));

let serial = 0;
let storage: DeviceStorage;
let name: string;
/** The host's answers to fundings, in turn. */
let answers: (() => Promise<Response>)[];
/** The bodies of fundings that reached it. */
let sent: unknown[];
let clock: HandClock;
let open: Database[];

const respond = (status: number, body: string) => () => Promise.resolve(new Response(body || null, { status }));
const cut = () => Promise.reject(new TypeError("cut"));
const done = respond(200, '{"success":true,"message":"Funded"}');

/** An answer that comes on demand. */
function late(): { readonly answer: () => Promise<Response>; readonly come: (answer: () => Promise<Response>) => void } {
  let come: (answer: () => Promise<Response>) => void = () => {};
  const coming = new Promise<() => Promise<Response>>((resolve) => {
    come = resolve;
  });
  return { answer: async () => (await coming)(), come };
}

const settleDown = async (): Promise<void> => {
  for (let turn = 0; turn < 60; turn += 1) await new Promise(setImmediate);
};

beforeEach(() => {
  serial += 1;
  name = `lost-${serial}`;
  storage = new DeviceStorage();
  answers = [];
  sent = [];
  clock = new HandClock();
  open = [];
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    // Probes: any answer shows that the host is reachable.
    if (init.method === "HEAD" || init.method === "GET") return Promise.resolve(new Response("", { status: 405 }));
    sent.push(init.body);
    const answer = answers.shift();
    if (!answer) throw new Error("a request that the test did not foresee");
    return answer();
  });
});

afterEach(() => {
  for (const db of open) db.close();
  vi.unstubAllGlobals();
});

async function openTab(keeping: "on" | "off" = "on", keyed: object = { idempotencyHeader: "Idempotency-Key" }) {
  const db = keeping === "on" ? new Database(name) : (await openInMemory(name)).db;
  open.push(db);
  const settings = v.parse(config, { host: "http://host.test", ...keyed });
  const host = connect(settings, new AbortController().signal, clock);
  host.reach.answered(clock.time);
  const gate = new MutationGate(host, db, () => ({ token: "t", admin: {}, claims: undefined, identity: "ada" }), "Ada", keeping);
  await gate.adoptOrphans();
  return { db, gate, host };
}

const intent = (more: Parameters<typeof fundingIntent>[1] = {}) => fundingIntent(`attempt-${serial}`, more);

async function attemptIn(db: Database, id = `attempt-${serial}`): Promise<Attempt> {
  const attempt = await readAttempt(db, id);
  if (!attempt) throw new Error(`the journal has no ${id}`);
  return attempt;
}

describe("[FUND-4, FUND-6] what an answer means", () => {
  const ends: [number, string, "done" | "refused" | "unknown", string | undefined][] = [
    [200, '{"success":true}', "done", undefined],
    [200, '{"success":"True","message":"Funded"}', "done", "Funded"],
    [200, '{"success":1}', "done", undefined],
    [200, '{"success":"1"}', "done", undefined],
    [200, '{"success":"Yes"}', "done", undefined],
    [200, '{"success":null,"message":"Funded"}', "done", "Funded"],
    [200, '{"message":"Funded"}', "done", "Funded"],
    [200, "{}", "done", undefined],
    [200, '{"success":"FALSE","message":"Frozen"}', "refused", "Frozen"],
    [200, '{"success":0}', "refused", undefined],
    [200, '{"success":"no","message":"Frozen"}', "refused", "Frozen"],
    [200, '{"success":"ok","message":"Funded"}', "unknown", "Funded"],
    [200, '{"success":2}', "unknown", undefined],
    [200, '{"success":{}}', "unknown", undefined],
    [200, '{"error":"Insufficient treasury"}', "unknown", "Insufficient treasury"],
    [200, '{"error":true,"message":"Insufficient treasury"}', "unknown", "Insufficient treasury"],
    [200, '{"error":"Insufficient treasury","message":"Request failed"}', "unknown", "Request failed"],
    [200, '{"status":false,"message":"Insufficient treasury"}', "unknown", "Insufficient treasury"],
    [200, '{"status":"Error","message":"Insufficient treasury"}', "unknown", "Insufficient treasury"],
    [200, '{"status":"failed"}', "unknown", undefined],
    [200, '{"ok":false,"message":"Insufficient treasury"}', "unknown", "Insufficient treasury"],
    [200, '{"error":false,"status":"pending","ok":true,"message":"Funded"}', "done", "Funded"],
    [200, '{"success":true,"error":"none","status":"failed","message":"Funded"}', "done", "Funded"],
    // As API Gateway sends on what a Lambda throws, or answers for a proxy.
    [200, '{"errorMessage":"2026-11-28 Task timed out after 3.00 seconds"}', "unknown", undefined],
    [200, '{"statusCode":500,"body":"{}"}', "unknown", undefined],
    [200, '{"code":"400","message":"Insufficient treasury","data":null}', "unknown", "Insufficient treasury"],
    [200, '{"status":409,"message":"Insufficient treasury"}', "unknown", "Insufficient treasury"],
    [200, '{"errors":[{"message":"Insufficient treasury"}],"data":null}', "unknown", "Insufficient treasury"],
    [200, '{"errors":[],"statusCode":200,"code":0,"message":"Funded"}', "done", "Funded"],
    // Something on the way may have answered: the host says how a funding ended.
    [204, "", "unknown", undefined],
    [200, "", "unknown", undefined],
    [200, "[]", "unknown", undefined],
    [200, '[{"success":true}]', "unknown", undefined],
    [302, "", "unknown", undefined],
    [304, "", "unknown", undefined],
    [408, "", "unknown", undefined],
    [400, '{"message":"No"}', "refused", "No"],
  ];
  test.each(ends)("%i %s is %s", async (status, body, end, message) => {
    const { db, gate } = await openTab();
    answers = [respond(status, body)];
    const outcome = await gate.submit(intent());
    expect(outcome).toMatchObject(end === "done" ? { is: end } : { is: end, message });
    expect((await attemptIn(db)).state).toMatchObject({ is: end, message });
  });

  test.each([
    [204, "done"],
    [200, "unknown"],
  ])("an empty %i to a deletion is %s", async (status, end) => {
    const { gate } = await openTab();
    answers = [respond(status, "")];
    const of = { operation: "deleteGiftCardRate", subject: ["giftCard", "g1"], target: "g1", details: {} } as const;
    expect(await gate.submit({ ...of, call: deleteGiftCardRate, params: { id: "g1" } })).toMatchObject({ is: end });
  });

  test("a figure by itself still answers a call whose contract says so", async () => {
    const { gate } = await openTab();
    answers = [respond(200, "1.5")];
    const outcome = await gate.submit({
      call: setMarkup,
      body: { markup: "1.5" },
      operation: "setMarkup",
      subject: ["markup"],
      target: "markup",
      details: {},
    });
    expect(outcome).toMatchObject({ is: "done", value: { markup: "1.5" } });
  });
});

describe("[FUND-6] what is known of an attempt", () => {
  test("is not lost again to a connection that is cut after the host has said that it is done", async () => {
    const { db, gate } = await openTab();
    const first = late();
    answers = [first.answer, done];
    const submitted = gate.submit(intent());
    await vi.waitFor(() => expect(sent.length).toBe(1));
    clock.pass(61_000);
    expect(await submitted).toMatchObject({ is: "unknown" });
    await settleDown();
    expect(await gate.askHost(await attemptIn(db))).toMatchObject({ is: "done" });
    first.come(cut);
    await settleDown();
    expect(gate.running.get().size).toBe(0);
    expect((await attemptIn(db)).state).toMatchObject({ is: "done", message: "Funded" });
  });

  test("is what the answer says, however long it takes to write it down", async () => {
    const { db, gate } = await openTab();
    const first = late();
    answers = [first.answer];
    const submitted = gate.submit(intent());
    await vi.waitFor(() => expect(sent.length).toBe(1));
    clock.pass(59_000);
    // Holds the journal as another tab would.
    const journal = { isHeld: true };
    const hold = db.transaction("rw", db.journal, async () => {
      while (journal.isHeld) await db.journal.count();
    });
    first.come(done);
    await settleDown();
    clock.pass(2_000);
    await settleDown();
    journal.isHeld = false;
    await hold;
    expect(await submitted).toMatchObject({ is: "done" });
    expect((await attemptIn(db)).state.is).toBe("done");
  });

  /** An attempt whose answer is late, and which an admin has settled meanwhile. */
  async function settleLate(...as: readonly ["happened" | "did not happen", string]) {
    const { db, gate } = await openTab();
    const first = late();
    answers = [first.answer];
    const submitted = gate.submit(intent());
    await vi.waitFor(() => expect(sent.length).toBe(1));
    clock.pass(61_000);
    await submitted;
    await gate.settle(`attempt-${serial}`, ...as);
    return { db, gate, first };
  }

  test("is the host's late answer where an admin had found out otherwise, and he is told", async () => {
    const { db, gate, first } = await settleLate("did not happen", "not in the ledger");
    expect(endOf(await attemptIn(db))).toBe("refused");
    first.come(done);
    await vi.waitFor(() => expect(gate.contradicted.get()?.id).toBe(`attempt-${serial}`));
    const attempt = await attemptIn(db);
    expect(endOf(attempt)).toBe("done");
    expect(attempt.settled).toMatchObject({ as: "did not happen", note: "not in the ledger" });
  });

  test("a late answer that agrees with the admin needs no notice", async () => {
    const { db, gate, first } = await settleLate("happened", "");
    first.come(done);
    await settleDown();
    expect((await attemptIn(db)).state.is).toBe("done");
    expect(gate.contradicted.get()).toBeUndefined();
  });

  test("is asked of a host at once after a lost answer, which puts it out of nobody's reach", async () => {
    const { db, gate, host } = await openTab();
    answers = [cut, done];
    expect(await gate.submit(intent())).toMatchObject({ is: "unknown" });
    expect(host.reach.state.is).toBe("reached");
    expect(await gate.askHost(await attemptIn(db))).toMatchObject({ is: "done" });
  });
});

describe("[FUND-6] a confirmation", () => {
  test("is void once the same was sent while it was open; another, opened after that, is not", async () => {
    const one = await openTab();
    const other = await openTab();
    answers = [done, done];
    const openedAt = clock.time;
    clock.time += 5_000;
    expect(await one.gate.submit(intent({ id: "one", openedAt }))).toMatchObject({ is: "done" });
    clock.time += 5_000;
    expect(await other.gate.submit(intent({ id: "other", openedAt }))).toEqual({ is: "blocked", why: "sent" });
    expect(await other.gate.submit(intent({ id: "else", openedAt, subject: ["else"] }))).toMatchObject({ is: "done" });
    expect(sent.length).toBe(2);
    answers = [done];
    expect(await other.gate.submit(intent({ id: "afresh", openedAt: clock.time }))).toMatchObject({ is: "done" });
  });

  test.each([
    ["was ahead from before it opened until the same was sent", 100_000, 100_000],
    ["jumped ahead and back while it was open", 0, 7_200_000],
  ])("is void once the same was sent, though the clock %s", async (_, aheadAtOpening, aheadAtSending) => {
    const [one, other] = [await openTab(), await openTab()];
    const start = clock.time;
    const openedAt = start + aheadAtOpening;
    clock.time = start + 90_000 + aheadAtSending;
    answers = [done];
    expect(await one.gate.submit(intent({ id: "one" }))).toMatchObject({ is: "done" });
    // The clock is put right.
    clock.time = start + 120_000;
    expect(await other.gate.submit(intent({ id: "other", openedAt }))).toEqual({ is: "blocked", why: "sent" });
    expect(sent.length).toBe(1);
  });

  test("may be confirmed where the same was refused, or was found not to have happened", async () => {
    const { gate } = await openTab();
    answers = [respond(400, ""), cut, done];
    const openedAt = clock.time;
    expect(await gate.submit(intent({ id: "refused", openedAt }))).toMatchObject({ is: "refused" });
    expect(await gate.submit(intent({ id: "cut", openedAt }))).toMatchObject({ is: "unknown" });
    await gate.settle("cut", "did not happen", "");
    expect(await gate.submit(intent({ id: "third", openedAt }))).toMatchObject({ is: "done" });
  });
});

test("[FUND-6] the host is asked again about an attempt for 12 hours alone, and not where the clock was put back and nobody knows how long it is ago", async () => {
  const { db, gate } = await openTab();
  clock.time = 100 * 3_600_000;
  answers = [cut];
  expect(await gate.submit(intent())).toMatchObject({ is: "unknown" });
  const attempt = await attemptIn(db);
  const sentAt = clock.time;
  const askable = (hours: number): boolean => {
    clock.time = sentAt + hours * 3_600_000;
    return canRepeat(gate.sending.host, attempt);
  };
  expect([askable(0), askable(11), askable(13), askable(-1)]).toEqual([true, true, false, false]);
  expect(await gate.askHost(attempt)).toMatchObject({ is: "blocked" });
  expect(sent.length).toBe(1);
});

test("[FUND-6] what was sent without a key isn't repeated where config.json names a header since: the host would do it once more", async () => {
  const { db, gate } = await openTab("on", {});
  answers = [cut];
  expect(await gate.submit(intent())).toMatchObject({ is: "unknown" });
  const later = await openTab();
  expect(canRepeat(later.gate.sending.host, await attemptIn(db))).toBe(false);
  expect(await later.gate.askHost(await attemptIn(db))).toMatchObject({ is: "blocked" });
  expect(sent.length).toBe(1);
});

test("[FUND-6, KEY-1] what was sent under another key header than today's isn't asked about: the host may never have seen the key", async () => {
  const { db, gate } = await openTab("on", { idempotencyHeader: "X-Key", attempts: "/api/attempts" });
  answers = [cut];
  expect(await gate.submit(intent())).toMatchObject({ is: "unknown" });
  const [post] = postsOf(name);
  const again = await openTab("on", { idempotencyHeader: "x-key", attempts: "/api/attempts" });
  const later = await openTab("on", { idempotencyHeader: "Idempotency-Key", attempts: "/api/attempts" });
  const attempt = await attemptIn(db);
  for (const [tab, mayAsk] of [
    [again, true],
    [later, false],
  ] as const) {
    const { sending } = tab.gate;
    expect([canRepeat(sending.host, attempt), canClose(sending, attempt), post && canClose(sending, post)]).toEqual([
      mayAsk,
      mayAsk,
      mayAsk,
    ]);
  }
  expect(await later.gate.askHost(attempt)).toMatchObject({ is: "blocked" });
  expect(sent.length).toBe(1);
});

test("[FUND-6] an attempt that is written down durably leaves, and ends as the host says, though who watches the journal can't be told", async () => {
  const { db, gate } = await openTab();
  vi.spyOn(db.journal, "put").mockRejectedValueOnce(new Error("busy"));
  answers = [done];
  expect(await gate.submit(intent())).toMatchObject({ is: "done" });
  expect(await attemptIn(db)).toMatchObject({ state: { is: "done" } });
  expect(sent.length).toBe(1);
});

test("[FUND-6] once the clock was put back, the host is not asked about what was sent before, nor when that time has come at last", async () => {
  const { db, gate } = await openTab();
  clock.time = 100 * 3_600_000;
  answers = [cut];
  expect(await gate.submit(intent())).toMatchObject({ is: "unknown" });
  clock.time -= 30 * 3_600_000;
  const later = await openTab();
  clock.time += 31 * 3_600_000;
  expect(canRepeat(later.gate.sending.host, await attemptIn(db))).toBe(false);
  expect(await later.gate.askHost(await attemptIn(db))).toMatchObject({ is: "blocked" });
  expect(await attemptIn(db)).toMatchObject({ state: { is: "unknown" }, target: "ada@example.com" });
  expect(await later.gate.submit(intent({ id: "again" }))).toMatchObject({ is: "blocked", why: "unsettled" });
  expect(sent.length).toBe(1);
});

describe("[FUND-6, AUTH-14] the fence", () => {
  test("outlasts a journal that goes with the page, without a trace of whom it is about", async () => {
    answers = [cut];
    expect(await (await openTab("off")).gate.submit(intent())).toMatchObject({ is: "unknown" });
    expect([...storage.items.values()].join()).not.toContain("ada@example.com");
    const next = await openTab("off");
    expect(next.gate.posts.get()).toMatchObject([{ attempt: `attempt-${serial}`, operation: "fund" }]);
    expect(await next.gate.submit(intent({ id: "again" }))).toMatchObject({ is: "blocked", why: "unsettled" });
    expect(sent.length).toBe(1);
    await next.gate.settle(`attempt-${serial}`, "did not happen", "");
    expect(storage.items.size).toBe(0);
    answers = [done];
    expect(await next.gate.submit(intent({ id: "again" }))).toMatchObject({ is: "done" });
  });

  test("outlasts a journal that is deleted under the running app", async () => {
    const { db, gate } = await openTab();
    answers = [cut];
    expect(await gate.submit(intent())).toMatchObject({ is: "unknown" });
    await db.delete();
    const next = await openTab("off");
    expect(await next.gate.submit(intent({ id: "again" }))).toMatchObject({ is: "blocked", why: "unsettled" });
  });

  test("goes with an answer that comes after the journal was deleted", async () => {
    const { db, gate } = await openTab();
    const { answer, come } = late();
    answers = [answer];
    const outcome = gate.submit(intent());
    while (sent.length === 0) await settleDown();
    await db.delete();
    come(done);
    expect(await outcome).toMatchObject({ is: "done" });
    expect(storage.items.size).toBe(0);
  });

  test("stays where the end can't be written down, until it can", async () => {
    const { db, gate } = await openTab();
    vi.spyOn(db.journal, "put").mockImplementation((() => Promise.reject(new DOMException("full", "QuotaExceededError"))) as never);
    answers = [done];
    expect(await gate.submit(intent())).toMatchObject({ is: "done" });
    expect(await attemptIn(db)).toMatchObject({ state: { is: "sent" } });
    expect(await gate.submit(intent({ id: "again" }))).toMatchObject({ is: "blocked", why: "unsettled" });
    await db.delete();
    const next = await openTab("off");
    expect(await next.gate.submit(intent({ id: "again" }))).toMatchObject({ is: "blocked", why: "unsettled" });
  });

  test.each(["on", "off"] as const)("leaves nothing behind of what has ended, with the cache %s", async (keeping) => {
    const { db, gate } = await openTab(keeping);
    let posted = 0;
    const look = (answer: () => Promise<Response>) => () => {
      posted = storage.items.size;
      return answer();
    };
    answers = [look(done), look(respond(400, "")), look(cut), done];
    await gate.submit(intent({ id: "done" }));
    expect([posted, storage.items.size]).toEqual([1, 0]);
    await gate.submit(intent({ id: "refused" }));
    expect([posted, storage.items.size]).toEqual([1, 0]);
    await gate.submit(intent({ id: "asked" }));
    expect([posted, storage.items.size]).toEqual([1, 1]);
    await gate.askHost(await attemptIn(db, "asked"));
    expect(storage.items.size).toBe(0);
  });

  test("of an attempt that the journal holds is no post of its own, and goes once it has ended", async () => {
    const { gate } = await openTab();
    const first = late();
    answers = [first.answer];
    const submitted = gate.submit(intent());
    await vi.waitFor(() => expect(sent.length).toBe(1));
    const other = await openTab();
    expect(other.gate.posts.get()).toEqual([]);
    const [left] = [...storage.items];
    if (!left) throw new Error("no post was left");
    first.come(done);
    await submitted;
    // As left by a tab that died between the two.
    storage.setItem(...left);
    expect(await other.gate.standing(subjectOf(intent()))).toBeUndefined();
    await other.gate.readPosts();
    expect(storage.items.size).toBe(0);
  });

  test("must stand before anything is sent where nothing else will keep it: storage that refuses it sends nothing", async () => {
    storage.isRefused = true;
    const { db, gate } = await openTab("off");
    expect(await gate.submit(intent())).toEqual({ is: "blocked", why: "journal" });
    expect(await readAttempt(db, `attempt-${serial}`)).toBeUndefined();
    expect(sent).toEqual([]);
    answers = [done];
    expect(await (await openTab("on")).gate.submit(intent())).toMatchObject({ is: "done" });
  });

  test("of an earlier version, which kept all posts in one list, still stands, until it is settled", async () => {
    const { db, gate } = await openTab();
    answers = [cut];
    await gate.submit(intent({ id: "earlier" }));
    const [key, post] = [...storage.items][0] ?? ["", ""];
    storage.items.clear();
    storage.setItem("counterfoil.fence", `[null,${post}]`);
    expect(key).toBe("counterfoil.fence.earlier");
    await db.delete();
    const next = await openTab();
    expect(await next.gate.submit(intent({ id: "again" }))).toEqual({ is: "blocked", why: "unsettled", attempt: "earlier" });
    await next.gate.settle("earlier", "did not happen", "");
    answers = [done];
    expect(await next.gate.submit(intent({ id: "afresh" }))).toMatchObject({ is: "done" });
  });

  test("moves with the admin to the cache of a host that config.json names otherwise, which isn't asked about it", async () => {
    const { gate } = await openTab();
    answers = [cut];
    expect(await gate.submit(intent())).toMatchObject({ is: "unknown" });
    sessionStore.open("token", { email: `admin-${serial}@example.com` });
    const session = sessionStore.current();
    if (!session) throw new Error("no session");
    const host = connect(v.parse(config, { host: "http://host.test/v1", idempotencyHeader: "Idempotency-Key", attempts: "/api/attempts" }));
    storage.setItem(keptKey, JSON.stringify({ cache: name, whose: digest(session.identity) }));
    const sync = await startSync(session, host, undefined, "on");
    open.push(sync.db);
    expect([postsOf(name), postsOf(sync.db.name)]).toMatchObject([[], [{ attempt: `attempt-${serial}` }]]);
    expect(sync.gate.posts.get().map((post) => canClose(sync.gate.sending, post))).toEqual([false]);
    host.reach.answered(Date.now());
    expect(await sync.gate.submit(intent({ id: "again" }))).toMatchObject({ is: "blocked", why: "unsettled" });
    sync.end();
  });

  test("[AUTH-12, AUD-2] is of an admin whom the journal never names by an empty text", async () => {
    sessionStore.open("token", { name: "", username: "ada", email: `admin-${serial}@example.com` });
    const session = sessionStore.current();
    if (!session) throw new Error("no session");
    const sync = await startSync(session, connect(v.parse(config, { host: "http://host.test" })), undefined, "off");
    expect(sync.gate.sending.who).toBe("ada");
    sync.end();
  });

  test("is left at a sign-out for a journal in memory, too", async () => {
    sessionStore.open("token", { email: `admin-${serial}@example.com` });
    const session = sessionStore.current();
    if (!session) throw new Error("no session");
    const sync = await startSync(session, connect(v.parse(config, { host: "http://host.test" })), undefined, "off");
    await writeAttempt(sync.db, unknownFunding("unknown", clock.time, subjectOf(intent())));
    await endSession(sync);
    expect(postsOf(sync.db.name)).toMatchObject([{ attempt: "unknown", operation: "fund" }]);
    expect([...storage.items.keys()]).toEqual(["counterfoil.fence.unknown"]);
  });
});
