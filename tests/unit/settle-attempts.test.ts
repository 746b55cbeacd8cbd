import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { config } from "../../src/contract/config.ts";
import { Database } from "../../src/db/store/database.ts";
import { type Attempt, endOf, readAttempt, writeAttempt } from "../../src/db/money/journal.ts";
import { leavePosts, postsOf } from "../../src/sync/money/fence.ts";
import { MutationGate, subjectOf } from "../../src/sync/money/gate.ts";
import { connect } from "../../src/sync/wire/host.ts";
import { Settler } from "../../src/sync/money/keep-settling.ts";
import { settlingFeed } from "../../src/sync/money/settle-attempts.ts";
import { canRepeat } from "../../src/sync/money/repeat.ts";
import { fundingIntent, unknownFunding } from "../support/attempts.ts";
import { DeviceStorage } from "../support/device-storage.ts";

let serial = 0;
let name: string;
let now: number;
let timers: { readonly at: number; readonly run: () => void; readonly signal: AbortSignal | undefined }[];
let ending: (() => void)[];
/** Whether the host is reachable. */
let isThere: boolean;
/** The host's answer for a key; only a status if it can't tell. */
let told: Map<string, object | number | "blocked">;
/** Sent requests as METHOD /path, without probes. */
let sent: string[];
/** The answer to a funding. */
let funding: () => Promise<Response>;

const at = "2026-11-20T12:00:00.000Z";
const cut = () => Promise.reject(new TypeError("cut"));

beforeEach(() => {
  serial += 1;
  name = `settle-${serial}`;
  now = 1_000_000;
  timers = [];
  ending = [];
  isThere = true;
  told = new Map();
  sent = [];
  funding = cut;
  vi.stubGlobal("localStorage", new DeviceStorage());
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    if (!isThere) throw new TypeError("nobody there");
    if (init.method === "HEAD" || init.method === "GET") return new Response("", { status: 405 });
    const { pathname } = new URL(url);
    sent.push(`${init.method} ${pathname}`);
    const key = /^\/api\/attempts\/([^/]+)\/close$/.exec(pathname)?.[1];
    if (key === undefined) return funding();
    const end = told.get(key);
    if (end === "blocked") throw new TypeError("Failed to fetch");
    if (typeof end === "object") return Response.json({ success: true, data: end });
    return Response.json({ success: false, message: "No" }, { status: end ?? 500 });
  });
});

afterEach(() => {
  for (const end of ending) end();
  vi.unstubAllGlobals();
});

/** Advances the clock step by step, so that one timer's work can set the next. */
async function pass(ms: number): Promise<void> {
  const until = now + ms;
  for (;;) {
    for (let turn = 0; turn < 30; turn += 1) await new Promise(setImmediate);
    const next = timers.toSorted((a, b) => a.at - b.at)[0];
    if (!next || next.at > until) break;
    timers = timers.filter((one) => one !== next);
    now = Math.max(now, next.at);
    if (!next.signal?.aborted) next.run();
  }
  now = until;
}

async function openTab(offers: object = { attempts: "/api/attempts" }) {
  const db = new Database(name);
  const clock = {
    now: () => now,
    after: (ms: number, run: () => void, signal?: AbortSignal) => void timers.push({ at: now + ms, run, signal }),
  };
  const closed = new AbortController();
  const settings = v.parse(config, { host: "http://host.test", idempotencyHeader: "Idempotency-Key", ...offers });
  const host = connect(settings, closed.signal, clock);
  host.reach.answered(now);
  const gate = new MutationGate(host, db, () => ({ token: "t", admin: {}, claims: undefined, identity: "ada" }), "Ada");
  await gate.adoptOrphans();
  const feed = settlingFeed(gate);
  const settle = (returnedAt = 0) => feed(returnedAt, closed.signal);
  const settler = new Settler();
  settler.follow(host, settle, closed.signal);
  ending.push(() => {
    closed.abort();
    db.close();
  });
  return { db, gate, host, settler, settle };
}

const intent = (more: Parameters<typeof fundingIntent>[1] = {}) => fundingIntent(`attempt-${serial}`, more);
const key = () => `attempt-${serial}`;
const closing = () => `POST /api/attempts/${key()}/close`;

async function attemptIn(db: Database, id = key()): Promise<Attempt> {
  const attempt = await readAttempt(db, id);
  if (!attempt) throw new Error(`the journal has no ${id}`);
  return attempt;
}

describe("[FUND-6, KEY-1] a refusal that may be that of a second copy of the request, which the browser or a proxy sent", () => {
  const refuse = (status: number) => () => Promise.resolve(Response.json({ success: false, message: "In progress" }, { status }));

  test.each([
    [
      "done",
      409,
      { state: "done", status: 200, at, answer: { success: true, message: "Funded" } },
      "unknown",
      { is: "done", message: "Funded" },
    ],
    ["running", 409, { state: "running" }, "unknown", { is: "unknown", message: "In progress" }],
    [
      "refused so",
      409,
      { state: "refused", status: 409, at, answer: { success: false, message: "In progress" } },
      "refused",
      { is: "refused" },
    ],
    ["never seen", 425, { state: "never" }, "refused", { is: "refused", status: 425 }],
    ["a host that can't tell", 409, 404, "refused", { is: "refused" }],
  ] as const)("counts as the host tells of the first: %s", async (_, status, end, outcome, state) => {
    const { db, gate } = await openTab();
    funding = refuse(status);
    told.set(key(), end);
    expect(await gate.submit(intent())).toMatchObject({ is: outcome });
    expect((await attemptIn(db)).state).toMatchObject(state);
    expect(sent.at(-1)).toBe(closing());
  });

  test("is believed where it can't be, and from a host that announces no attempts", async () => {
    const { gate } = await openTab();
    funding = refuse(400);
    expect(await gate.submit(intent())).toMatchObject({ is: "refused" });
    const other = await openTab({});
    funding = refuse(409);
    expect(await other.gate.submit(intent({ id: "other" }))).toMatchObject({ is: "refused" });
    expect(sent.length).toBe(2);
  });
});

describe("[KEY-2] what the host says of an unknown attempt is written down", () => {
  const ends: [string, object, object, string][] = [
    ["done", { state: "done", status: 200, at, answer: { success: true, message: "Funded" } }, { is: "done", message: "Funded" }, "done"],
    [
      "refused",
      { state: "refused", status: 409, at, answer: { success: false, message: "Frozen" } },
      { is: "refused", status: 409, message: "Frozen" },
      "refused",
    ],
    [
      "done with a no",
      { state: "done", status: 200, at, answer: { success: false, message: "Frozen" } },
      { is: "refused", message: "Frozen" },
      "refused",
    ],
    [
      "done with a no as text",
      { state: "done", status: 200, at, answer: { success: "false", error: "Frozen" } },
      { is: "refused", message: "Frozen" },
      "refused",
    ],
    ["done with a no as a figure", { state: "done", status: 200, at, answer: { success: 0 } }, { is: "refused" }, "refused"],
    ["done with no words", { state: "done", status: 200, at, answer: {} }, { is: "done" }, "done"],
    ["never", { state: "never", at }, { is: "never" }, "never"],
  ];
  test.each(ends)("%s", async (_, end, state, is) => {
    const { db, gate, settle } = await openTab();
    expect(await gate.submit(intent())).toMatchObject({ is: "unknown" });
    told.set(key(), end);
    expect(await settle()).toEqual({ is: "done" });
    const attempt = await attemptIn(db);
    expect(attempt.state).toMatchObject(state);
    expect(endOf(attempt)).toBe(is);
    expect(sent).toEqual(["POST /funduser/fund", closing()]);
    // Its subject is free at once, and no trace outside the journal remains.
    expect(await gate.standing(subjectOf(intent()))).toBeUndefined();
    expect(postsOf(name)).toEqual([]);
  });

  test.each([404, 410, 403, 422])("%i: the host can't tell, so it stays unknown, and isn't asked again", async (status) => {
    const { db, gate, settle } = await openTab();
    await gate.submit(intent());
    told.set(key(), status);
    expect(await settle()).toEqual({ is: "done" });
    expect(await settle()).toEqual({ is: "done" });
    expect(sent).toEqual(["POST /funduser/fund", closing()]);
    expect((await attemptIn(db)).state.is).toBe("unknown");
    expect(canRepeat(gate.sending.host, await attemptIn(db))).toBe(true);
  });

  test.each([{ error: "Frozen" }, { status: "error", message: "Frozen" }, { success: "perhaps" }, []])(
    "a stored answer that doesn't tell its end settles nothing, and isn't asked for again (%#)",
    async (answer) => {
      const { db, gate, settle } = await openTab();
      await gate.submit(intent());
      told.set(key(), { state: "done", status: 200, at, answer });
      expect(await settle()).toEqual({ is: "done" });
      expect(await settle()).toEqual({ is: "done" });
      expect(sent).toEqual(["POST /funduser/fund", closing()]);
      expect((await attemptIn(db)).state.is).toBe("unknown");
    },
  );

  test("a form of answer that nobody knows settles nothing", async () => {
    const { db, gate, settle } = await openTab();
    await gate.submit(intent());
    told.set(key(), { state: "perhaps" });
    await settle();
    expect((await attemptIn(db)).state.is).toBe("unknown");
  });
});

describe("[KEY-2] what is asked about", () => {
  test("nothing, on a host that announces no attempts", async () => {
    const { db, gate, settle } = await openTab({});
    await gate.submit(intent());
    told.set(key(), { state: "never", at });
    await settle();
    expect(sent).toEqual(["POST /funduser/fund"]);
    expect((await attemptIn(db)).state.is).toBe("unknown");
  });

  test("nothing that was sent without its key: the host hadn't seen that, whatever it did", async () => {
    const { db, settle } = await openTab();
    await writeAttempt(db, unknownFunding(key(), now, "subject"));
    told.set(key(), { state: "never", at });
    await settle();
    expect(sent).toEqual([]);
    expect((await attemptIn(db)).state.is).toBe("unknown");
  });

  test("nothing that a host may have forgotten, and nothing from a time that has yet to come", async () => {
    const { db, settle } = await openTab();
    now = 1_800_000_000_000;
    const days = 24 * 3_600_000;
    await writeAttempt(db, { ...unknownFunding("old", now, "old"), keyedAt: now - 29 * days });
    await writeAttempt(db, { ...unknownFunding("ahead", now + days, "ahead"), keyedAt: now + days });
    await writeAttempt(db, { ...unknownFunding("recent", now, "recent"), keyedAt: now - 28 * days });
    for (const id of ["old", "ahead", "recent"]) told.set(id, { state: "never", at });
    await settle();
    expect(sent).toEqual(["POST /api/attempts/recent/close"]);
    // With a clock that was ahead, nobody knows how long ago that was, not even once its time has come.
    now += 2 * days;
    await settle();
    expect(sent).toHaveLength(1);
    expect((await attemptIn(db, "ahead")).state.is).toBe("unknown");
  });

  test("no attempt whose own request goes on in some tab, until the host was out of reach since", async () => {
    const held: { name: string }[] = [];
    const locks = {
      query: async () => ({ held }),
      request: async (lock: string, ...rest: unknown[]) => {
        held.push({ name: lock });
        try {
          return await (rest.at(-1) as (lock: object) => unknown)({});
        } finally {
          held.splice(
            held.findIndex((one) => one.name === lock),
            1,
          );
        }
      },
    };
    const { db, gate, settle } = await openTab();
    vi.stubGlobal("navigator", { onLine: true, locks });
    let answer: (response: Response) => void = () => {};
    funding = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const submitted = gate.submit(intent());
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    await pass(61_000);
    expect(await submitted).toMatchObject({ is: "unknown" });
    told.set(key(), { state: "never", at });
    expect(await settle()).toEqual({ is: "failed" });
    expect(sent).toHaveLength(1);
    expect(await settle(now)).toEqual({ is: "done" });
    expect((await attemptIn(db)).state.is).toBe("never");
    // The request arrives late after all, and is refused: "never" is final.
    answer(Response.json({ success: false, message: "This attempt was closed" }, { status: 409 }));
    await pass(0);
    expect((await attemptIn(db)).state.is).toBe("never");
  });

  test("what was unsettled at a sign-out: its end is written down, and its post goes", async () => {
    const { db, gate, settle } = await openTab();
    await leavePosts(name, [{ ...unknownFunding(key(), now, subjectOf(intent())), keyedAt: now }]);
    await gate.readPosts();
    expect(await gate.standing(subjectOf(intent()))).toBe(key());
    told.set(key(), { state: "done", status: 200, at, answer: { message: "Funded" } });
    expect(await settle()).toEqual({ is: "done" });
    expect(await attemptIn(db)).toMatchObject({ operation: "fund", at: now, state: { is: "done", message: "Funded" } });
    expect(gate.posts.get()).toEqual([]);
    expect(postsOf(name)).toEqual([]);
    expect(await gate.standing(subjectOf(intent()))).toBeUndefined();
  });
});

describe("[KEY-2] [FUND-6] what was settled by hand", () => {
  /** Sends a funding whose answer is lost, and settles it by hand. */
  async function settled(as: "happened" | "did not happen") {
    const tab = await openTab();
    expect(await tab.gate.submit(intent())).toMatchObject({ is: "unknown" });
    await tab.gate.settle(key(), as, "");
    funding = async () => Response.json({ success: true, message: "Funded" });
    now += 1;
    const again = () => tab.gate.submit(intent({ id: `again-${serial}`, openedAt: now }));
    return { ...tab, again };
  }
  const fundings = () => sent.filter((line) => line === "POST /funduser/fund").length;
  const done = { state: "done", status: 200, at, answer: { success: true, message: "Funded" } };

  test("as not having happened isn't done twice: the host is asked before the same is sent again", async () => {
    const { db, gate, again } = await settled("did not happen");
    told.set(key(), done);
    expect(await again()).toMatchObject({ is: "blocked", why: "sent" });
    expect(fundings()).toBe(1);
    expect(gate.contradicted.get()).toMatchObject({ id: key(), state: { is: "done", message: "Funded" } });
    expect(endOf(await attemptIn(db))).toBe("done");
    // Whoever wants it twice confirms it once more.
    expect(await again()).toMatchObject({ is: "done" });
  });

  test("as not having happened, and being done just now, isn't sent beside that", async () => {
    const { again } = await settled("did not happen");
    told.set(key(), { state: "running" });
    expect(await again()).toMatchObject({ is: "blocked", why: "running" });
    expect(fundings()).toBe(1);
  });

  test("as not having happened is closed at the host, which refuses it from then on, before the same is sent again", async () => {
    const { db, again } = await settled("did not happen");
    told.set(key(), { state: "never", at });
    expect(await again()).toMatchObject({ is: "done" });
    expect(sent).toEqual(["POST /funduser/fund", closing(), "POST /funduser/fund"]);
    expect((await attemptIn(db)).state.is).toBe("never");
  });

  test.each([404, 503])("is the admin's word where the host can't tell (%i)", async (status) => {
    const { again } = await settled("did not happen");
    told.set(key(), status);
    expect(await again()).toMatchObject({ is: "done" });
    expect(fundings()).toBe(2);
  });

  test("as having happened is meant to be done once more", async () => {
    const { again } = await settled("happened");
    expect(await again()).toMatchObject({ is: "done" });
    expect(sent).toEqual(["POST /funduser/fund", "POST /funduser/fund"]);
  });

  test.each([
    ["did not happen" as const, done],
    ["happened" as const, { state: "never", at }],
  ])("as %s is asked about, too, and its admin hears of the opposite", async (as, end) => {
    const { db, gate, settle } = await settled(as);
    told.set(key(), end);
    expect(await settle()).toEqual({ is: "done" });
    expect((await attemptIn(db)).state.is).toBe(end.state);
    expect(gate.contradicted.get()).toMatchObject({ id: key() });
  });
});

describe("[KEY-2] when it is asked", () => {
  test("within 5 s of the host's return, however long it was away", async () => {
    const { db, gate, settler, host } = await openTab();
    funding = () => {
      isThere = false;
      return cut();
    };
    expect(await gate.submit(intent())).toMatchObject({ is: "unknown" });
    settler.want([key()]);
    for (const away of [3000, 61_000, 600_000]) {
      await pass(away);
      expect(host.reach.state.is).toBe("unreachable");
    }
    told.set(key(), { state: "never", at });
    isThere = true;
    await pass(4000);
    expect((await attemptIn(db)).state.is).toBe("never");
  });

  test("[LAY-7] and the call is named while it is blocked, as by an extension, until it is answered", async () => {
    const { db, gate, settler, host } = await openTab();
    await gate.submit(intent());
    told.set(key(), "blocked");
    settler.want([key()]);
    await pass(5000);
    expect(host.reach.state.is).toBe("reached");
    expect([...host.failing.get().values()]).toMatchObject([{ call: "POST /api/attempts/{key}/close", how: "blocked" }]);
    told.set(key(), { state: "done", status: 200, at, answer: {} });
    await pass(31_000);
    expect((await attemptIn(db)).state.is).toBe("done");
    expect(host.failing.get().size).toBe(0);
  });

  test("again with growing pauses while it is being done, and until the host can be asked", async () => {
    const { db, gate, settler } = await openTab();
    await gate.submit(intent());
    told.set(key(), { state: "running" });
    settler.want([key()]);
    await pass(60_000);
    const asked = sent.length;
    expect(asked).toBeGreaterThan(5);
    expect(asked).toBeLessThan(12);
    told.set(key(), 503);
    await pass(60_000);
    told.set(key(), { state: "done", status: 200, at, answer: {} });
    await pass(31_000);
    expect((await attemptIn(db)).state.is).toBe("done");
    settler.want([]);
    const before = sent.length;
    await pass(120_000);
    expect(sent).toHaveLength(before);
  });
});

describe("[KEY-3] after it never arrived", () => {
  test("the same can be sent at once, under a key of its own; the confirmation that was open then, too", async () => {
    const { db, gate, settle } = await openTab();
    await gate.submit(intent());
    const openedAt = now;
    told.set(key(), { state: "never", at });
    await settle();
    funding = async () => Response.json({ success: true, message: "Funded" });
    expect(await gate.submit(intent({ id: "again", openedAt }))).toMatchObject({ is: "done", attempt: "again" });
    expect((await attemptIn(db)).state.is).toBe("never");
    expect(sent.filter((line) => line === "POST /funduser/fund")).toHaveLength(2);
  });

  test("it can't be settled by hand or asked about any more", async () => {
    const { db, gate, settle } = await openTab();
    await gate.submit(intent());
    told.set(key(), { state: "never", at });
    await settle();
    await gate.settle(key(), "happened", "so it seems");
    expect(await attemptIn(db)).toMatchObject({ state: { is: "never" }, settled: undefined });
    expect(await gate.askHost(await attemptIn(db))).toMatchObject({ is: "blocked" });
  });
});
