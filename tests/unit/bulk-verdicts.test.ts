import { afterEach, expect, test } from "vitest";
import { approvalPolicy, slip as slipOf } from "../../src/contract/approvals.ts";
import { toDecimal } from "../../src/contract/decimal.ts";
import * as v from "valibot";
import { planRun, readRows, readRun } from "../../src/db/money/bulk-runs.ts";
import { balanceForMs, isKnownSince, readFacts, sentElsewhere } from "../../src/db/money/bulk/facts.ts";
import { type FileRow, twiceWithinMs } from "../../src/db/money/bulk/file-row.ts";
import {
  type BulkFacts,
  type BulkRules,
  checkRows,
  type Choice,
  doubtsOf,
  judgeRows,
  type JudgedRow,
  totalsOf,
  unpricedCurrencies,
} from "../../src/db/money/bulk/judge.ts";
import { type Database, writeState } from "../../src/db/store/database.ts";
import { type Attempt, type AttemptState, writeAttempt } from "../../src/db/money/journal.ts";
import { writeSlips } from "../../src/db/money/slips.ts";
import { openInMemory } from "../../src/db/store/open.ts";
import { putLooseRows } from "../../src/db/transactions/transactions.ts";
import { putUsers } from "../../src/db/people/users.ts";
import { putWallets } from "../../src/db/figures/wallets.ts";
import { wireSlip } from "../support/played-approvals.ts";

const now = Date.UTC(2026, 10, 26, 12);
const hourMs = 3_600_000;

const row = (line: number, more: Partial<FileRow> & { figure?: string } = {}): FileRow => {
  const { figure = "1", ...rest } = more;
  return {
    line,
    email: "ada@example.com",
    amountText: figure,
    amount: { is: "read", amount: figure },
    currency: "USDT",
    operation: "fund",
    reason: "refund",
    note: "",
    problem: undefined,
    ...rest,
  };
};

const policy = v.parse(approvalPolicy, {
  rules: [
    { operation: "fund", currency: "USDT", above: "100" },
    { operation: "deduct", currency: "USDT", above: "50" },
  ],
  reasons: [
    { code: "refund", label: "Refund" },
    { code: "other", label: "Other" },
    { code: "a", label: "Same label" },
    { code: "b", label: "same LABEL" },
  ],
  expiresAfterHours: 24,
});
const rules: BulkRules = { policy: { is: "known", policy }, ceilingUsd: 1000 };

const known = (email: string) => [email, { is: "user", email, asOf: now }] as const;
const facts = (more: Partial<BulkFacts> = {}): BulkFacts => ({
  users: new Map([known("ada@example.com"), known("bola@example.com")]),
  balances: new Map(),
  moved: new Map(),
  doubles: new Map(),
  prices: new Map([["USDT", "1"]]),
  ...more,
});

const judged = (rows: readonly FileRow[], about = facts(), by = rules, choices?: ReadonlyMap<number, Choice>): JudgedRow[] =>
  judgeRows(checkRows(rows, about, by), about, by, choices);
const brief = (rows: readonly JudgedRow[]) => rows.map(({ verdict, isTicked }) => `${verdict}${isTicked ? " ✓" : ""}`);
const wrongs = (more: Parameters<typeof row>[1], about = facts(), by = rules) =>
  judged([row(1, more)], about, by)[0]?.problems.map(({ name }) => name);

test("[BULK-2] each wrong row says all that is wrong with it, and can't be ticked", () => {
  expect(wrongs({ email: "" })).toEqual(["emailMissing"]);
  expect(wrongs({ email: "ada" })).toEqual(["emailMalformed"]);
  expect(wrongs({ email: "gone@example.com" }, facts({ users: new Map([["gone@example.com", { is: "none", asOf: now }]]) }))).toEqual([
    "emailUnknown",
  ]);
  expect(wrongs({ currency: "XYZ" })).toEqual(["currencyUnknown"]);
  expect(wrongs({ currency: "" })).toEqual(["currencyMissing"]);
  expect(wrongs({ figure: "1.1234567" })).toEqual(["amountPrecision"]);
  expect(wrongs({ figure: "0.0000001" })).toEqual(["amountSmall"]);
  expect(wrongs({ figure: "1000000000000000" })).toEqual(["amountLarge"]);
  expect(wrongs({ figure: "123456789.123456789", currency: "ETH" })).toEqual(["amountExact"]);
  expect(wrongs({ amount: { is: "two ways" }, amountText: "1,234" })).toEqual(["amountTwoWays"]);
  expect(wrongs({ amount: { is: "cut" }, amountText: "1,500.00" })).toEqual(["amountCut"]);
  expect(wrongs({ amount: { is: "other unit", of: "Amount (USD)" } })).toEqual(["amountUnit"]);
  expect(wrongs({ amount: { is: "missing" } })).toEqual(["amountMissing"]);
  expect(wrongs({ figure: "1000.01" })).toEqual(["amountCeiling"]);
  expect(wrongs({ operation: "gift" })).toEqual(["operationUnknown"]);
  expect(wrongs({ reason: "" })).toEqual(["reasonMissing"]);
  expect(wrongs({ reason: "birthday" })).toEqual(["reasonUnknown"]);
  // Two reasons share this label, ignoring case.
  expect(wrongs({ reason: "Same label" })).toEqual(["reasonUnknown"]);
  expect(wrongs({ reason: "other" })).toEqual(["noteMissing"]);
  expect(wrongs({ note: "x".repeat(501) })).toEqual(["noteLong"]);
  expect(wrongs({ problem: "rowCells" })).toEqual(["rowCells"]);
  expect(wrongs({ problem: "rowHead" })).toEqual(["rowHead"]);
  expect(wrongs({ email: "", currency: "XYZ", operation: "", reason: "" })).toEqual([
    "emailMissing",
    "currencyUnknown",
    "operationMissing",
    "reasonMissing",
  ]);
  const [wrong] = judged([row(1, { currency: "XYZ" })], facts(), rules, new Map([[1, []]]));
  expect(wrong).toMatchObject({ verdict: "wrong", isTicked: false, planned: undefined });
});

test("[BULK-2] a ready row goes out in the host's spelling, with its reason's code and its note", () => {
  const users = new Map([["ada@example.com", { is: "user", email: "Ada@Example.com", asOf: now } as const]]);
  const [one] = judged([row(7, { email: "ADA@example.com", reason: "OTHER", note: "as agreed" })], facts({ users }));
  expect(one).toMatchObject({ verdict: "ready", isTicked: true });
  expect(one?.planned).toEqual({
    line: 7,
    operation: "fund",
    email: "Ada@Example.com",
    currency: "USDT",
    amount: "1",
    reason: "other",
    note: "as agreed",
    needsSecondAdmin: false,
  });
  const [plain] = judged([row(1, { reason: "anything", note: "x" })], facts(), { policy: { is: "not offered" }, ceilingUsd: undefined });
  expect(plain?.planned).toMatchObject({ reason: undefined, note: undefined });
});

test("[BULK-2, APPR-1] the sum of 24 hours counts what was moved before and the ticked rows above, for one user, operation and currency", () => {
  const moved = new Map([["fund ada@example.com USDT", "40"]]);
  const rows = [
    row(2, { figure: "50" }),
    row(3, { figure: "10" }),
    row(4, { figure: "0.000001" }),
    row(5, { figure: "60", email: "bola@example.com" }),
    row(6, { figure: "100.5" }),
    row(7, { figure: "20", currency: "USDC" }),
  ];
  const about = facts({ moved });
  expect(brief(judged(rows, about))).toEqual(["ready ✓", "ready ✓", "second ✓", "ready ✓", "second ✓", "ready ✓"]);
  expect(judged(rows, about)[2]).toMatchObject({ second: { above: "100", sum: "100.000001" }, planned: { needsSecondAdmin: true } });
  // Unsent rows don't count towards the sum, nor do those that two admins decide on.
  expect(brief(judged(rows, about, rules, new Map([[2, "unticked"]])))).toEqual([
    "ready",
    "ready ✓",
    "ready ✓",
    "ready ✓",
    "second ✓",
    "ready ✓",
  ]);
});

test("[BULK-2] a deduction that the balance doesn't cover after the ticked rows above is wrong", () => {
  const balances = new Map([["ada@example.com", { usdtBalance: "30" }]]);
  const take = (line: number, figure: string) => row(line, { operation: "deduct", figure });
  const rows = [take(2, "20"), take(3, "10.01"), row(4, { figure: "5" }), take(5, "15")];
  const about = facts({ balances });
  expect(brief(judged(rows, about))).toEqual(["ready ✓", "wrong", "ready ✓", "ready ✓"]);
  expect(judged(rows, about)[1]?.problems).toEqual([{ name: "amountNotCovered", value: "10" }]);
  expect(brief(judged(rows, about, rules, new Map([[2, "unticked"]])))).toEqual(["ready", "ready ✓", "ready ✓", "ready ✓"]);
  // An unknown balance is neither 0 nor enough.
  expect(brief(judged(rows))).toEqual(["unchecked", "unchecked", "ready ✓", "unchecked"]);
  expect(brief(judged([row(1, { currency: "TRX", operation: "deduct" })], about))).toEqual(["unchecked"]);
});

test("[BULK-2] the same once more in the file is possibly twice, in whatever spelling; the first stays ready", () => {
  const rows = [row(2), row(3, { email: "Ada@EXAMPLE.com", figure: "1.0" }), row(4, { operation: "deduct" }), row(5, { currency: "USDC" })];
  const all = judged(rows, facts({ balances: new Map([["ada@example.com", { usdtBalance: "9" }]]) }));
  expect(brief(all)).toEqual(["ready ✓", "twice", "ready ✓", "ready ✓"]);
  expect(all[1]?.evidence).toEqual([{ is: "line", line: 2 }]);
  expect(judged(rows, facts(), rules, new Map([[3, ["line 2"]]]))[1]).toMatchObject({ verdict: "twice", isTicked: true });
});

test("[BULK-2] a tick counts for the doubts that were shown with it, and not for one that has come since", () => {
  const sent = (...ids: string[]) =>
    facts({
      doubles: new Map([
        [
          "fund ada@example.com USDT 1",
          ids.map((id) => ({ is: "attempt", id, at: now, isUnsettled: false, reference: undefined, slip: undefined }) as const),
        ],
      ]),
    });
  const tickedOn = (about: BulkFacts) => new Map(judged([row(2)], about).map((one) => [one.file.line, doubtsOf(one)]));
  const whileReady = tickedOn(facts());
  expect(brief(judged([row(2)], facts(), rules, whileReady))).toEqual(["ready ✓"]);
  expect(brief(judged([row(2)], sent("a"), rules, whileReady))).toEqual(["twice"]);
  const seen = tickedOn(sent("a"));
  expect(brief(judged([row(2)], sent("a"), rules, seen))).toEqual(["twice ✓"]);
  expect(brief(judged([row(2)], sent("a", "b"), rules, seen))).toEqual(["twice"]);
  // An unsettled attempt that turns out done is another doubt.
  const unsettled = new Map([
    [
      2,
      doubtsOf({
        evidence: [{ is: "attempt", id: "a", at: now, isUnsettled: true, reference: undefined, slip: undefined }],
        unchecked: [],
      }),
    ],
  ]);
  expect(brief(judged([row(2)], sent("a"), rules, unsettled))).toEqual(["twice"]);
  // What was not known when it was ticked has been found out.
  const unknown = facts({ users: new Map() });
  expect(brief(judged([row(2)], facts(), rules, tickedOn(unknown)))).toEqual(["ready ✓"]);
  // An untick stays, whatever is found out.
  expect(brief(judged([row(2)], facts(), rules, new Map([[2, "unticked"]])))).toEqual(["ready"]);
});

test("[BULK-2] what could not be found out is said, and starts unticked", () => {
  const [nobody] = judged([row(1, { email: "new@example.com" })]);
  expect(nobody).toMatchObject({ verdict: "unchecked", unchecked: ["user"], isTicked: false, planned: { email: "new@example.com" } });
  const [open] = judged([row(1)], facts(), { ...rules, policy: { is: "unread" } });
  expect(open).toMatchObject({ verdict: "unchecked", unchecked: ["policy"] });
  // Reason and note go out as they are: the host knows its reasons.
  const [given] = judged([row(1, { reason: "refund", note: "Ticket 7" })], facts(), { ...rules, policy: { is: "unread" } });
  expect(given?.planned).toMatchObject({ reason: "refund", note: "Ticket 7" });
  expect(judged([row(1)], facts(), { ...rules, policy: { is: "reading" } })[0]?.verdict).toBe("unchecked");
});

test("[BULK-2] totals are exact, per operation and currency, of the ticked rows alone", () => {
  const rows = [
    row(1, { figure: "0.1" }),
    row(2, { figure: "0.2" }),
    row(3, { figure: "100.3" }),
    row(4, { figure: "0.1" }),
    row(5, { currency: "BTC" }),
  ];
  expect(totalsOf(judged(rows))).toEqual([
    { operation: "fund", currency: "USDT", count: 3, amount: "100.6", second: 1 },
    { operation: "fund", currency: "BTC", count: 1, amount: "1", second: 0 },
  ]);
  expect(unpricedCurrencies(judged(rows), facts(), rules)).toEqual(["BTC"]);
  expect(unpricedCurrencies(judged(rows), facts(), { ...rules, ceilingUsd: undefined })).toEqual([]);
});

let db: Database | undefined;
afterEach(() => db?.close());
let serial = 0;
async function cache(): Promise<Database> {
  serial += 1;
  ({ db } = await openInMemory(`bulk-${serial}`));
  await putUsers(db, [{ id: "u1", email: "Ada@example.com", username: "ada" }], now - hourMs);
  return db;
}

const attempt = (id: string, state: AttemptState, more: Partial<Attempt> = {}): Attempt => ({
  id,
  at: now - hourMs,
  operation: "fund",
  subject: id,
  by: "Me",
  target: "ada@example.com",
  details: { email: "ADA@example.com", currency: "USDT", amount: "1.00" },
  call: { method: "POST", path: "/", numbers: [] },
  body: undefined,
  state,
  settled: undefined,
  ...more,
});
const done: AttemptState = { is: "done", at: now, message: undefined, reference: "FUND-1" };
const evidenceOf = async (one: Database, rows = [row(2)], clockAhead = 0) => {
  const read = await readFacts(one, rows, now, clockAhead);
  return judged(rows, { ...read, prices: new Map() })[0]?.evidence;
};

test("[BULK-2] what this device has sent within 7 days is evidence, unless it was refused; what is unsettled is so at any age", async () => {
  const one = await cache();
  await writeAttempt(one, attempt("refused", { is: "refused", at: now, status: 400, message: undefined }));
  await writeAttempt(one, attempt("never", { is: "never", at: now }));
  await writeAttempt(one, attempt("old", done, { at: now - twiceWithinMs - 1 }));
  await writeAttempt(one, attempt("other", done, { details: { email: "ada@example.com", currency: "USDT", amount: "1.01" } }));
  expect(await evidenceOf(one)).toEqual([]);
  await writeAttempt(one, attempt("unsettled", { is: "unknown", at: now, message: undefined }, { at: now - 9 * twiceWithinMs }));
  await writeAttempt(one, attempt("done", done));
  await writeAttempt(
    one,
    attempt(
      "slip",
      { is: "done", at: now, message: undefined, slip: "s1" },
      {
        operation: "makeSlip",
        details: { of: "fund", email: "ada@example.com", currency: "USDT", amount: "1" },
      },
    ),
  );
  expect((await evidenceOf(one))?.map((found) => found.is === "attempt" && [found.id, found.isUnsettled, found.slip])).toEqual([
    ["unsettled", true, undefined],
    ["done", false, undefined],
    ["slip", false, "s1"],
  ]);
});

test("[BULK-2, APPR-1] what counts together is what this admin moved directly in 24 hours", async () => {
  const one = await cache();
  await writeAttempt(one, attempt("a", done));
  await writeAttempt(one, attempt("b", done, { at: now - 25 * hourMs }));
  await writeAttempt(one, attempt("c", { is: "unknown", at: now, message: undefined }));
  await writeAttempt(one, attempt("d", done, { details: { email: "ada@example.com", currency: "USDT", amount: "2.5" } }));
  const { moved } = await readFacts(one, [row(2)], now, 0);
  expect([...moved]).toEqual([["fund ada@example.com USDT", "3.5"]]);
});

test("[BULK-2] cached transactions of 7 days are evidence: the same user, amount and currency, and what the operation is to the user", async () => {
  const one = await cache();
  const transaction = (id: string, more: object = {}) => ({
    id,
    createdAt: new Date(now - hourMs).toISOString(),
    userId: "u1",
    username: "ada",
    type: "DEPOSIT",
    status: "COMPLETED",
    currency: "USDT",
    amount: toDecimal("1"),
    ...more,
  });
  const rows = [
    transaction("yes"),
    transaction("failed", { status: "FAILED" }),
    transaction("swap", { type: "SWAP" }),
    transaction("taken", { type: "WITHDRAWAL", amount: toDecimal("-1") }),
    transaction("else", { userId: "u2" }),
    transaction("more", { amount: toDecimal("1.5") }),
    transaction("old", { createdAt: new Date(now - twiceWithinMs - hourMs).toISOString() }),
    transaction("own", { reference: "FUND-1" }),
  ];
  await putLooseRows(one, rows, now);
  await writeAttempt(one, attempt("done", done));
  const ids = (found: Awaited<ReturnType<typeof evidenceOf>>) => found?.map((piece) => (piece.is === "line" ? piece.line : piece.id));
  expect(ids(await evidenceOf(one))).toEqual(["done", "yes"]);
  expect(ids(await evidenceOf(one, [row(2, { operation: "deduct" })]))).toEqual(["taken"]);
  // Single rows prove nothing about those between them.
  expect(await readFacts(one, [row(2)], now, 0)).toMatchObject({ rowsAsOf: undefined, gaps: [{ from: now, to: now - twiceWithinMs }] });
});

test("[BULK-2] which transactions and slips count, and what may be missing, is told by the host's clock", async () => {
  const one = await cache();
  // The host's clock is an hour ahead of the device's.
  const host = now + hourMs;
  const deposit = { userId: "u1", type: "DEPOSIT", status: "COMPLETED", currency: "USDT", amount: toDecimal("1") };
  const old = { ...deposit, id: "old", createdAt: new Date(host - twiceWithinMs - 1).toISOString() };
  await putLooseRows(one, [old, { ...deposit, id: "late", createdAt: new Date(host - 1).toISOString() }], now);
  const slip = { amount: "1", operation: "fund", currency: "USDT", email: "ada@example.com" } as const;
  const slips = [-1, 1].map((more) => wireSlip(more + 2, { ...slip, expiresAt: new Date(host + more).toISOString() }));
  await writeSlips(one, v.parse(v.array(slipOf), slips), now);
  expect((await evidenceOf(one, [row(2)], hourMs))?.map((found) => found.is !== "line" && found.id)).toEqual(["late", "slip-00003"]);
  const edge = { at: host - 2 * twiceWithinMs, ids: [] };
  await writeState(one, "coverage", [{ top: edge, bottom: edge, headAsOf: now, endAsOf: undefined, pieces: [] }]);
  expect(await readFacts(one, [row(2)], now, hourMs)).toMatchObject({ gaps: [], rowsAsOf: now });
});

test("[BULK-4, FUND-6] of a run's waiting rows those are named that others, or this device by hand, have sent since it began", async () => {
  const one = await cache();
  await putUsers(one, [{ id: "u1", email: "ada@example.com", username: "ada" }], now);
  const planned = (line: number, amount: string) => ({
    line,
    operation: "fund" as const,
    email: "Ada@example.com",
    currency: "USDT",
    amount,
    reason: undefined,
    note: undefined,
    needsSecondAdmin: false,
  });
  const amounts = ["1", "2", "3", "4", "5", "6", "7"];
  const rows = amounts.map((amount, at) => planned(at + 2, amount));
  const id = await planRun(one, { name: "pay.csv", by: "Me", at: now, rows, doubles: new Map() });
  const run = await readRun(one, id);
  if (!run) throw new Error("no run");
  const clockAhead = hourMs;
  const transaction = (name: string, amount: string, sinceMs: number, reference?: string) => ({
    id: name,
    createdAt: new Date(now + clockAhead + sinceMs).toISOString(),
    userId: "u1",
    type: "DEPOSIT",
    status: "COMPLETED",
    currency: "USDT",
    amount: toDecimal(amount),
    reference,
  });
  const moved = (amount: string) => ({ email: "ada@example.com", currency: "USDT", amount });
  const [own] = await readRows(one, id);
  await writeAttempt(one, attempt(own?.attempt ?? "", { ...done, reference: "FUND-OWN" }, { at: now, details: moved("1") }));
  await writeAttempt(one, attempt("by hand", done, { at: now + 1, details: moved("2") }));
  await writeAttempt(one, attempt("before", done, { at: now - 1, details: moved("3") }));
  await writeAttempt(
    one,
    attempt("refused", { is: "refused", at: now, status: 400, message: undefined }, { at: now, details: moved("4") }),
  );
  await putLooseRows(
    one,
    [transaction("own", "1", 1, "FUND-OWN"), transaction("earlier", "5", -1), transaction("theirs", "6", 1, "FUND-X")],
    now,
  );
  const asked = {
    operation: "fund",
    currency: "USDT",
    email: "ada@example.com",
    amount: "7",
    madeAt: new Date(now + clockAhead + 1).toISOString(),
  };
  await writeSlips(one, v.parse(v.array(slipOf), [wireSlip(1, asked)]), now);
  const named = (amount: string) => `fund ada@example.com USDT ${amount}`;
  expect([...(await sentElsewhere(one, run, clockAhead))].sort()).toEqual([named("2"), named("6"), named("7")]);
  // Where the host tells no reference, an own row's transaction can't be told apart, and counts for that row once.
  await one.journal.update(own?.attempt ?? "", { state: { is: "done", at: now, message: undefined } });
  expect(await sentElsewhere(one, run, clockAhead)).not.toContain(named("1"));
  await putLooseRows(one, [transaction("also theirs", "1", 2)], now);
  expect(await sentElsewhere(one, run, clockAhead)).toContain(named("1"));
});

test("[BULK-4, FUND-6] what others have sent is not all known while the newest transactions don't reach back to the run", async () => {
  const one = await cache();
  // A host without any transaction.
  expect(await isKnownSince(one, now)).toBe(true);
  const run = (bottom: number, endAsOf?: number) => {
    const edge = (at: number) => ({ at, ids: [] });
    return { top: edge(now + 9), bottom: edge(bottom), headAsOf: now, endAsOf, pieces: [] };
  };
  const known = async (...runs: ReturnType<typeof run>[]): Promise<boolean> => {
    await writeState(one, "coverage", runs);
    return isKnownSince(one, now);
  };
  expect([await known(run(now - 1)), await known(run(now)), await known(run(now + 1), run(now - 1))]).toEqual([true, false, false]);
  expect(await known(run(now + 1, now))).toBe(true);
});

test("[BULK-2, FUND-6] a transaction that names its user by name alone is evidence in any spelling, against each user of that name", async () => {
  const one = await cache();
  await putUsers(one, [{ id: "u2", email: "other@example.com", username: "ADA" }], now);
  const createdAt = new Date(now - hourMs).toISOString();
  const byName = { createdAt, username: "Ada", type: "DEPOSIT", status: "COMPLETED", currency: "USDT", amount: toDecimal("1") };
  await putLooseRows(one, [{ id: "named", ...byName }], now);
  const { doubles } = await readFacts(one, [row(2), row(3, { email: "other@example.com" })], now, 0);
  expect([...doubles].map(([subject, found]) => [subject, found.length])).toEqual([
    ["fund ada@example.com USDT 1", 1],
    ["fund other@example.com USDT 1", 1],
  ]);
});

test("[BULK-2] balances count while they are fresh, and tell prices for an hour", async () => {
  const one = await cache();
  const wallets = (usdt: string) => ({
    email: undefined,
    wallets: {},
    balances: { usdtBalance: toDecimal(usdt), btcBalance: toDecimal("2"), btcBalanceUSD: toDecimal("100000") },
  });
  await putWallets(one, "ada@example.com", wallets("5"), now - balanceForMs - 1);
  expect((await readFacts(one, [row(2)], now, 0)).balances.size).toBe(0);
  expect((await readFacts(one, [row(2)], now, 0)).prices.get("BTC")).toBe("50000");
  await putWallets(one, "ada@example.com", wallets("6"), now);
  const read = await readFacts(one, [row(2)], now, 0);
  expect(read.balances.get("ada@example.com")?.["usdtBalance"]).toBe("6");
  expect(read.users.get("ada@example.com")).toEqual({ is: "user", email: "Ada@example.com", asOf: now - hourMs });
});
