import * as v from "valibot";
import { expect, test } from "vitest";
import { auditEntry } from "../../src/contract/audit.ts";
import { transaction } from "../../src/contract/transactions.ts";
import { Database } from "../../src/db/store/database.ts";
import { writeAttempt } from "../../src/db/money/journal.ts";
import { openSearch } from "../../src/db/search/search.ts";
import { applyPages, putLooseRows, takeTerm } from "../../src/db/transactions/transactions.ts";
import { gapLines, type Timeline, timelineFrom, type TimelineOf, timelineOthers, timelineRows } from "../../src/db/people/user-timeline.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const minute = 60_000;
const sent = (id: string, ago: number, username = "ada") =>
  v.parse(transaction, {
    id,
    username,
    userId: `u-${username}`,
    status: "COMPLETED",
    createdAt: new Date(now - ago * minute).toISOString(),
  });

const attempt = (id: string, target: string, ago: number) => ({
  id,
  at: now - ago * minute,
  operation: "fund",
  subject: id,
  by: "Grace",
  target,
  details: { amount: "5", currency: "USDT" },
  call: { method: "POST" as const, path: "/fund", numbers: [] },
  body: undefined,
  state: { is: "sent" as const },
  settled: undefined,
});

const entry = (seq: number, target: string, ago: number) =>
  v.parse(auditEntry, {
    seq,
    previous: "0".repeat(64),
    hash: "1".repeat(64),
    at: new Date(now - ago * minute).toISOString(),
    action: "fund",
    asked: null,
    before: null,
    after: null,
    outcome: "done",
    target,
  });

const ada = { id: "u-ada", username: "ada", email: "ada@example.com", phone: "+2348012345678", mayView: true, mayAudit: true };

const userTimeline = async (db: Database, of: TimelineOf): Promise<Timeline> =>
  timelineFrom(await timelineRows(db, openSearch(db, undefined), of), await timelineOthers(db, of), of.mayView);

async function filled(): Promise<Database> {
  const db = new Database(`timeline ${Math.random()}`);
  const term = await takeTerm(db);
  const rows = [sent("t1", 1), sent("t2", 30), sent("other", 31, "bob")];
  const keys = rows.map(({ id, createdAt }) => ({ id, at: Date.parse(createdAt) }));
  await applyPages(db, [{ rows, proof: { keys, openTop: true, openBottom: false, asOf: now }, gone: new Set() }], term);
  await putLooseRows(db, [sent("t3", 500)], now);
  await writeAttempt(db, attempt("a1", "Ada@Example.com", 10));
  await writeAttempt(db, attempt("a2", "bob@example.com", 11));
  await db.audit.bulkPut([entry(7, "ada@example.com", 20), entry(8, "bob@example.com", 21)]);
  await db.generations.put({
    phone: ada.phone,
    startedAt: now - 40 * minute,
    latest: { isComplete: true } as never,
    asOf: now,
    trouble: undefined,
    end: { is: "complete", at: now },
  });
  await db.users.put({ id: "u-ada", username: "ada", email: ada.email, kycLevel: "2", seenAt: now } as never);
  return db;
}

test("[FIND-5] what is known of a user stands in one order of time, with every gap in it and nothing of anybody else", async () => {
  const db = await filled();
  const { events, asOf } = await userTimeline(db, ada);
  expect(events.map(({ is, key }) => (is === "gap" ? "gap" : key))).toEqual([
    "kyc",
    "t1",
    "a1",
    "log 7",
    "t2",
    // Below the fetched page there may be other rows.
    "gap",
    `generation ${now - 40 * minute}`,
    "t3",
  ]);
  expect(asOf).toBe(now);
  db.close();
});

test("[FIND-5, AUTH-18] without the permission there is nothing of the transactions, or of the log", async () => {
  const db = await filled();
  const { events } = await userTimeline(db, { ...ada, mayView: false, mayAudit: false });
  expect(events.map(({ is }) => is)).toEqual(["kyc", "device", "generation"]);
  db.close();
});

test("[FIND-5] a user without an email has the attempts for the phone number", async () => {
  const db = await filled();
  await writeAttempt(db, { ...attempt("a3", "", 5), details: { phonenumber: "2348012345678" } });
  await writeAttempt(db, attempt("a4", "", 6));
  const { events } = await userTimeline(db, { ...ada, email: undefined });
  expect(events.filter(({ is }) => is === "device").map(({ key }) => key)).toEqual(["a3"]);
  db.close();
});

test("[FIND-5] a generation that the host did for another user with the same phone number is not this one's", async () => {
  const db = await filled();
  const named = async (email: string) => {
    await db.generations.update(ada.phone, { latest: { isComplete: true, user: { email } } as never });
    return (await userTimeline(db, ada)).events.some(({ is }) => is === "generation");
  };
  expect([await named("bob@example.com"), await named("Ada@Example.com")]).toEqual([false, true]);
  db.close();
});

test.each(["transaction", "device", "log"])(
  "[FIND-5] more of the user's %s lines than are read is told below the oldest one",
  async (kind) => {
    const db = await filled();
    const many = Array.from({ length: 201 }, (_, n) => n);
    if (kind === "transaction")
      await putLooseRows(
        db,
        many.map((n) => sent(`m${n}`, 600 + n)),
        now,
      );
    else if (kind === "device") for (const n of many) await writeAttempt(db, attempt(`m${n}`, ada.email, 600 + n));
    else await db.audit.bulkPut(many.map((n) => entry(100 + n, ada.email, 600 + n)));
    const { events } = await userTimeline(db, ada);
    expect(events.filter(({ is }) => is === "cut")).toMatchObject([{ kind }]);
    expect(events.findLast(({ is }) => is === kind || is === "cut")).toMatchObject({ kind });
    db.close();
  },
);

test("[FIND-5] each stretch of which transactions may be missing is a line of its own", () => {
  const run = (from: number, to: number, headAsOf?: number, endAsOf?: number) => ({
    top: { at: from, ids: ["a"] },
    bottom: { at: to, ids: ["b"] },
    headAsOf,
    endAsOf,
    pieces: [],
  });
  const spans = (...runs: ReturnType<typeof run>[]) => gapLines(runs).map((line) => (line.is === "gap" ? [line.from, line.to] : []));
  expect(spans()).toEqual([[undefined, undefined]]);
  expect(spans(run(90, 80, 100), run(60, 50))).toEqual([
    [80, 60],
    [50, undefined],
  ]);
  expect(spans(run(90, 80))).toEqual([
    [undefined, 90],
    [80, undefined],
  ]);
  expect(spans(run(90, 80, 100, 100))).toEqual([]);
});
