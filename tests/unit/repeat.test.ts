import { beforeEach, describe, expect, test, vi } from "vitest";
import { type Attempt, readAttempt, recordOutcome, writeAttempt } from "../../src/db/money/journal.ts";
import type { Database } from "../../src/db/store/database.ts";
import { settleBySlip } from "../../src/sync/feeds/settle-slip.ts";
import { leavePosts, postsOf } from "../../src/sync/money/fence.ts";
import { MutationGate } from "../../src/sync/money/gate.ts";
import { repeatOnce } from "../../src/sync/money/repeat.ts";
import type { Sending } from "../../src/sync/money/send.ts";
import { StrayPosts } from "../../src/sync/money/stray-posts.ts";
import * as v from "valibot";
import { slip as slipSchema } from "../../src/contract/approvals.ts";
import { unknownFunding } from "../support/attempts.ts";
import { DeviceStorage } from "../support/device-storage.ts";
import { bea, cleo, wireSlip } from "../support/played-approvals.ts";
import { type Answer, PlayedCalls } from "../support/played-calls.ts";
import { connectPlayed, emptyCache } from "../support/played-host.ts";

const fund = "POST /funduser/fund";
const attempt: Attempt = {
  ...unknownFunding("a-1", 1000, "subject"),
  call: { method: "POST", path: "/funduser/fund", numbers: ["amount"] },
  body: { email: "ada@example.com", currency: "BTC", amount: "0.25" },
  keyedAt: 1000,
};

let played: PlayedCalls;
let db: Database;
let storage: DeviceStorage;
let runs: boolean[];

beforeEach(async () => {
  played = new PlayedCalls();
  db = await emptyCache();
  storage = new DeviceStorage();
  runs = [];
});

const clock = { now: () => 5000, after: () => {} };
const connected = () => {
  const host = connectPlayed(played, { idempotencyHeader: "Idempotency-Key" }, clock);
  vi.stubGlobal("localStorage", storage);
  return host;
};
const sendingOf = (): Sending => ({
  host: connected(),
  db,
  who: "Grace",
  keeping: "on",
  isOurs: () => true,
  run: (_, on) => void runs.push(on),
  record: async (id, state) => void (await recordOutcome(db, id, state)),
  exclusively: (_, run) => run(),
});

describe("a repeated request", () => {
  test("[FUND-6] is the same one, under its key, with its amount a JSON number to the last digit", async () => {
    await writeAttempt(db, attempt);
    played.on(fund, { json: { success: true, message: "Funded" } });
    const sending = sendingOf();
    let sent: { body: string; key: string | null } | undefined;
    const send = globalThis.fetch;
    vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
      sent = { body: await new Request(input, init).text(), key: new Headers(init.headers).get("Idempotency-Key") };
      return send(input, init);
    });
    expect(await repeatOnce(sending, "a-1")).toMatchObject({ is: "done", attempt: "a-1" });
    expect(sent).toEqual({ body: '{"email":"ada@example.com","currency":"BTC","amount":0.25}', key: "a-1" });
    expect((await readAttempt(db, "a-1"))?.state).toMatchObject({ is: "done", message: "Funded" });
    expect(runs).toEqual([true, false]);
  });

  test.each<[string, Answer, string]>([
    ["a refusal of the request", { status: 400, json: { message: "No such user" } }, "refused"],
    ["a 2xx that says no", { json: { success: false, message: "Frozen" } }, "refused"],
    ...[401, 403, 409, 422, 425, 429].map((status): [string, Answer, string] => [
      `a ${status}, which may concern the repeat alone`,
      { status, json: {} },
      "unknown",
    ]),
    ["the host's 404", { status: 404, json: { success: false, message: "No such user" } }, "refused"],
    ["a proxy's 404", { status: 404, body: "404 page not found", contentType: "text/plain" }, "unknown"],
    ["a gateway's 404", { status: 404, json: { message: "no Route matched" } }, "unknown"],
    ["a proxy's 400", { status: 400, body: "Bad Request", contentType: "text/plain" }, "unknown"],
    ["a 500", { status: 500, json: {} }, "unknown"],
    ["no answer", { is: "cut" }, "unknown"],
    ["a page", { body: "<html></html>", contentType: "text/html" }, "unknown"],
    ["neither yes nor no", { json: [] }, "unknown"],
    ["an error beside a message", { json: { error: true, message: "Frozen" } }, "unknown"],
  ])("[FUND-6] %s settles as said", async (_, answer, is) => {
    await writeAttempt(db, attempt);
    played.on(fund, answer);
    expect((await repeatOnce(sendingOf(), "a-1")).is).toBe(is);
    expect((await readAttempt(db, "a-1"))?.state.is).toBe(is);
    expect(runs).toEqual([true, false]);
  });

  test("[FUND-6] is not sent for what has ended meanwhile, or is gone", async () => {
    const sending = sendingOf();
    expect(await repeatOnce(sending, "a-1")).toEqual({ is: "blocked", why: "unsettled", attempt: "a-1" });
    await writeAttempt(db, { ...attempt, settled: { as: "happened", at: 1, note: "", byHost: false } });
    expect((await repeatOnce(sending, "a-1")).is).toBe("blocked");
    expect(played.callsOf(fund)).toEqual([]);
    db.close();
    await expect(repeatOnce(sending, "a-1")).rejects.toThrow();
  });
});

describe("[KEY-4] posts that the journal doesn't have", () => {
  const posted = (id: string, subject = '["fund","ada@example.com"]') => leavePosts(db.name, [{ ...attempt, id, subject }]);
  const ids = (stray: StrayPosts): string[] => stray.found.get().map(({ attempt: id }) => id);

  test("are found; of those that it has, its own word counts, and the ended ones go", async () => {
    connected();
    for (const id of ["open", "ended", "stray"]) await posted(id);
    await writeAttempt(db, { ...attempt, id: "open" });
    await writeAttempt(db, { ...attempt, id: "ended", state: { is: "never", at: 1 } });
    const stray = new StrayPosts(db);
    await stray.read();
    expect(ids(stray)).toEqual(["stray"]);
    expect(postsOf(db.name).map(({ attempt: id }) => id)).toEqual(["open", "stray"]);
  });

  test("block their subject alone, and another admin's block nothing", async () => {
    connected();
    await posted("stray");
    await leavePosts("another cache", [{ ...attempt, id: "theirs", subject: '["fund","bea@example.com"]' }]);
    const stray = new StrayPosts(db);
    expect(await stray.against('["fund","ada@example.com"]')).toMatchObject({ attempt: "stray" });
    expect(await stray.against('["fund","bea@example.com"]')).toBeUndefined();
    await writeAttempt(db, { ...attempt, id: "stray" });
    expect(await stray.against('["fund","ada@example.com"]')).toBeUndefined();
  });

  test("all count where the journal can't be read; what blocks is then not guessed", async () => {
    connected();
    await posted("one");
    const stray = new StrayPosts(db);
    db.close();
    await stray.read();
    expect(ids(stray)).toEqual(["one"]);
    await expect(stray.against('["fund","ada@example.com"]')).rejects.toThrow();
  });
});

describe("[APPR-6] decisions of unknown outcome are settled by their slip", () => {
  const me = { id: cleo.id, email: cleo.email };
  const decision = (operation: string, more: Partial<Attempt> = {}): Promise<void> =>
    writeAttempt(db, { ...attempt, operation, details: { slip: "slip-00000" }, ...more });
  const settled = async (fields: Readonly<Record<string, unknown>>, asOf = 2000): Promise<Attempt["state"] | undefined> => {
    const gate = new MutationGate(connected(), db, () => ({ token: "t", admin: {}, claims: undefined, identity: me.id }), "Cleo");
    await settleBySlip(gate, v.parse(slipSchema, wireSlip(0, fields)), asOf, me);
    return (await readAttempt(db, "a-1"))?.state;
  };

  test("as done, where the slip is as this admin decided", async () => {
    await decision("approveSlip");
    expect(await settled({ state: "executed", checker: cleo })).toEqual({ is: "done", at: 5000, message: undefined });
  });

  test("as refused, where it was decided otherwise, or by somebody else", async () => {
    await decision("approveSlip");
    expect(await settled({ state: "refused", checker: cleo, why: "No" })).toEqual({ is: "refused", at: 5000, status: 409, message: "No" });
    await decision("approveSlip", { state: attempt.state });
    expect((await settled({ state: "executed", checker: bea }))?.is).toBe("refused");
    await decision("withdrawSlip", { state: attempt.state });
    expect((await settled({ state: "withdrawn", checker: null }))?.is).toBe("done");
  });

  test("not by an open slip, another slip, one asked for before the decision, nor while the request runs", async () => {
    await decision("approveSlip");
    expect((await settled({ state: "open" }))?.is).toBe("unknown");
    expect((await settled({ id: "slip-00009", state: "executed", checker: cleo }))?.is).toBe("unknown");
    expect((await settled({ state: "executed", checker: cleo }, 999))?.is).toBe("unknown");
    await decision("approveSlip", { state: { is: "sent" } });
    expect((await settled({ state: "executed", checker: cleo }))?.is).toBe("sent");
    await decision("fund", { state: attempt.state });
    expect((await settled({ state: "executed", checker: cleo }))?.is).toBe("unknown");
  });
});
