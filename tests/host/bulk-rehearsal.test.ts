import "fake-indexeddb/auto";
import { eq } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { users as usersTable } from "../../host/db/schema.ts";
import { type ApprovalPolicy, approvalPolicy } from "../../src/contract/approvals.ts";
import { fundCurrencies, type FundCurrency, precisionOf } from "../../src/contract/currencies.ts";
import { emailKey } from "../../src/contract/emails.ts";
import type { User } from "../../src/contract/users.ts";
import { userWallets } from "../../src/contract/wallets.ts";
import { readFacts } from "../../src/db/money/bulk/facts.ts";
import type { FileRow } from "../../src/db/money/bulk/file-row.ts";
import { type BulkRules, checkRows, doubtsOf, type JudgedRow, judgeRows, unpricedCurrencies } from "../../src/db/money/bulk/judge.ts";
import type { Database } from "../../src/db/store/database.ts";
import { clearTables, openInMemory } from "../../src/db/store/open.ts";
import { putUsers } from "../../src/db/people/users.ts";
import { putWallets } from "../../src/db/figures/wallets.ts";
import { everyUser } from "./support/reference.ts";
import { type TestHost, openTestHost } from "./support/test-host.ts";

/** Files to rehearse and send; run occasionally with BULK_FILES=10000. */
const files = Number(process.env["BULK_FILES"] ?? 12);
const seed = Number(process.env["BULK_SEED"] ?? 1);
const ceilingUsd = 20_000;

let box: TestHost;
let mine: string;
let another: string;
let people: User[];
let policy: ApprovalPolicy;
let db: Database;

beforeAll(async () => {
  box = await openTestHost({ approvals: true, fundCeilingUsd: ceilingUsd });
  mine = await box.tokenFor("super_admin");
  another = await box.tokenFor("super_admin");
  people = (await everyUser(box, mine)).filter(({ email }) => email);
  const { body } = await box.call("GET /api/approvals/policy", { token: mine });
  ({ data: policy } = v.parse(v.object({ data: approvalPolicy }), body));
  ({ db } = await openInMemory("bulk-rehearsal"));
});
afterAll(async () => {
  db.close();
  await box.close();
});

/** Seeded random numbers from 0 to 1 (mulberry32). */
function randomBy(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Amounts around the second-admin limits, and far above the ceiling. */
function amountFor(random: () => number, currency: FundCurrency): string {
  const above = Number(policy.rules.find((rule) => rule.currency === currency)?.above ?? 1);
  const share = random() < 0.06 ? 60 + random() * 60 : random() < 0.2 ? 0.9 + random() * 0.3 : random() * 0.6;
  const decimals = random() < 0.05 ? precisionOf[currency] + 1 : Math.min(precisionOf[currency], 4);
  return (above * share + 10 ** -decimals).toFixed(decimals);
}

function makeFile(random: () => number): FileRow[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const few = Array.from({ length: 3 }, () => pick(people).email ?? "");
  const count = 2 + Math.floor(random() * 12);
  const rows: FileRow[] = [];
  for (let at = 0; at < count; at += 1) {
    const line = at + 2;
    const before = rows.at(-1);
    if (before && random() < 0.12) {
      rows.push({ ...before, line });
      continue;
    }
    const currency = pick(fundCurrencies);
    const amount = amountFor(random, currency);
    const email = random() < 0.04 ? `nobody${line}@example.com` : random() < 0.2 ? pick(few).toUpperCase() : pick(few);
    rows.push({
      line,
      email,
      amountText: amount,
      amount: { is: "read", amount },
      currency,
      operation: random() < 0.45 ? "deduct" : "fund",
      reason: random() < 0.03 ? "" : random() < 0.03 ? "birthday" : pick(policy.reasons).code,
      note: random() < 0.6 ? "as agreed" : "",
      problem: undefined,
    });
  }
  return rows;
}

/** What the app would fetch: uncached users, and the balances of users to deduct from. */
async function lookAround(rows: readonly FileRow[], now: number): Promise<void> {
  const wanted = new Set(rows.map(({ email }) => emailKey(email)));
  await putUsers(
    db,
    people.filter(({ email }) => wanted.has(emailKey(email ?? ""))),
    now,
  );
  for (const email of wanted) {
    const { status, body } = await box.call(`GET /admin/users/wallets?email=${encodeURIComponent(email)}`, { token: mine });
    if (status === 200) await putWallets(db, email, v.parse(userWallets.answer, body), now);
  }
}

async function rehearse(rows: readonly FileRow[], now: number, rules: BulkRules) {
  await lookAround(rows, now);
  const cached = await readFacts(db, rows, now, 0);
  const nobody = rows
    .filter(({ email }) => !cached.users.has(emailKey(email)))
    .map(({ email }) => [emailKey(email), { is: "none", asOf: now }] as const);
  const facts = { ...cached, users: new Map([...cached.users, ...nobody]) };
  const checked = checkRows(rows, facts, rules);
  const first = judgeRows(checked, facts, rules);
  // An admin may tick possible duplicates.
  const choices = new Map(
    first.flatMap((row) => (row.verdict === "twice" && row.file.line % 2 === 0 ? [[row.file.line, doubtsOf(row)] as const] : [])),
  );
  const judged = judgeRows(checked, facts, rules, choices);
  return { judged, unpriced: new Set(unpricedCurrencies(judged, facts, rules)) };
}

let keys = 0;
const sendTo = (path: string, body: object) => {
  keys += 1;
  return box.call(`POST ${path}`, { token: mine, body, headers: { "Idempotency-Key": `bulk-rehearsal-${String(keys).padStart(8, "0")}` } });
};

/** Sends a row as a run does. */
async function send({ planned, file }: JudgedRow, now: number) {
  const { operation, email, currency, amount, reason, note, needsSecondAdmin } = planned ?? {
    operation: file.operation,
    email: file.email,
    currency: file.currency,
    amount: file.amountText,
    reason: file.reason || undefined,
    note: file.note || undefined,
    needsSecondAdmin: false,
  };
  const body = { email, currency, amount: needsSecondAdmin || planned === undefined ? amount : Number(amount), reason, note };
  const answer = needsSecondAdmin ? await sendTo("/api/approvals", { ...body, operation }) : await sendTo(`/funduser/${operation}`, body);
  if (answer.status < 300)
    await db.journal.put({
      id: `attempt-${keys}`,
      at: now,
      operation: needsSecondAdmin ? "makeSlip" : operation,
      subject: String(keys),
      by: "Me",
      target: email,
      details: { email, currency, amount, ...(needsSecondAdmin && { of: operation }) },
      call: { method: "POST", path: "/", numbers: [] },
      body: undefined,
      state: { is: "done", at: now, message: undefined },
      settled: undefined,
    });
  return answer;
}

const movedByMe = "the same admin moved money elsewhere";

/** Someone else's changes between a rehearsal and its run; returns the users affected. */
async function meddle(random: () => number, rows: readonly FileRow[]): Promise<ReadonlyMap<string, string>> {
  const row = rows[Math.floor(random() * rows.length)];
  const user = people.find(({ email }) => email && emailKey(email) === emailKey(row?.email ?? ""));
  if (!row || !user?.email) return new Map();
  const key = emailKey(user.email);
  const asked = { email: user.email, currency: row.currency, reason: "refund" };
  if (random() < 0.1 && people.length > 30) {
    await box.host.deps.db.update(usersTable).set({ deletedAt: box.host.deps.clock() }).where(eq(usersTable.id, user.id));
    people = people.filter(({ id }) => id !== user.id);
    return new Map([[key, "the user was deleted"]]);
  }
  // The same admin on another device: the 24-hour sum grows, unknown to this device's journal.
  const isMine = random() < 0.4;
  const amount = Number(amountFor(random, row.currency as FundCurrency));
  const operation = isMine && random() < 0.5 ? "fund" : "deduct";
  const { status } = await box.call(`POST /funduser/${operation}`, { token: isMine ? mine : another, body: { ...asked, amount } });
  if (status >= 300) return new Map();
  return new Map([[key, isMine ? movedByMe : "another admin moved money"]]);
}

test(`[BULK-2] of ${files} files, what the rehearsal calls ready is done and what it calls wrong is refused, but for what changed in between`, async () => {
  const rules: BulkRules = { policy: { is: "known", policy }, ceilingUsd };
  const figures = { rows: 0, sent: 0, done: 0, slips: 0, wrong: 0, refusedAsSaid: 0, ceilingNotTold: 0, unexplained: [] as unknown[] };
  const explained = new Map<string, number>();
  const explain = (why: string): void => void explained.set(why, (explained.get(why) ?? 0) + 1);
  const random = randomBy(seed);
  /** Users whose 24-hour sum on the host is higher than this device knows. */
  const movedElsewhere = new Set<string>();
  let now = box.host.deps.clock().getTime();
  for (let at = 0; at < files; at += 1) {
    // Earlier files' slips have expired, and their moves have left the 24-hour window.
    if (at % 40 === 39) {
      box.wait(25 * 3_600_000);
      movedElsewhere.clear();
      now = box.host.deps.clock().getTime();
      await clearTables(db);
      [mine, another] = [await box.tokenFor("super_admin"), await box.tokenFor("super_admin")];
    }
    const rows = makeFile(random);
    const { judged, unpriced } = await rehearse(rows, now, rules);
    const changed = random() < 0.25 ? await meddle(random, rows) : new Map<string, string>();
    for (const [key, why] of changed) if (why === movedByMe) movedElsewhere.add(key);
    /** Balances that an earlier row of this file left otherwise than rehearsed. */
    const otherwise = new Set<string>();
    for (const row of judged) {
      figures.rows += 1;
      if (!row.isTicked && row.verdict !== "wrong") continue;
      const { status, body } = await send(row, now);
      const isDone = status < 300;
      if (row.verdict === "wrong") figures.wrong += 1;
      else figures.sent += 1;
      if (isDone && row.planned?.needsSecondAdmin === true) figures.slips += 1;
      if (isDone === (row.verdict !== "wrong")) {
        figures[isDone ? "done" : "refusedAsSaid"] += 1;
        continue;
      }
      const balance = `${row.key} ${row.file.currency}`;
      const isKnockedOn = otherwise.has(balance) && row.problems.some(({ name }) => name === "amountNotCovered");
      otherwise.add(balance);
      const why = changed.get(row.key);
      const saysTwice = status === 409 && row.planned?.needsSecondAdmin === true && row.evidence.length > 0;
      const isAboveElsewhere = status === 403 && movedElsewhere.has(row.key);
      const isCeiling = status === 400 && unpriced.has(row.file.currency);
      if (why) explain(why);
      else if (isKnockedOn) explain("an earlier row of the same balance ended otherwise");
      else if (isAboveElsewhere) explain("the same admin had moved money elsewhere within 24 hours");
      else if (saysTwice) explain("said to be possibly twice: the same waits for a second admin");
      else if (row.unchecked.includes("balance") && status === 409) explain("said to be not checked: the host doesn't tell this balance");
      else if (isCeiling) figures.ceilingNotTold += 1;
      // The app wouldn't send it as a number; the host accepts the text that is sent here.
      else if (isDone && row.problems.some(({ name }) => name === "amountExact"))
        explain("said to be wrong: a JSON number can't hold so many digits");
      else figures.unexplained.push({ file: at, line: row.file.line, verdict: row.verdict, problems: row.problems, status, body });
    }
  }
  if (process.env["BULK_FILES"]) console.info({ ...figures, explained: Object.fromEntries(explained) });
  expect(figures.unexplained).toEqual([]);
  expect(figures.done).toBeGreaterThan(files);
  expect(figures.refusedAsSaid).toBeGreaterThan(files / 3);
  expect(figures.slips).toBeGreaterThan(0);
}, 3_600_000);
