import Big from "big.js";
import { type ApprovalPolicy, otherReason } from "../../../contract/approvals.ts";
import type { PlannedRow } from "../../../contract/bulk.ts";
import { searchText } from "../../../contract/text.ts";
import { balanceNames } from "../../../contract/wallets.ts";
import { limitOf } from "../moved.ts";
import { type BulkOperation, type FileRow, movedKey, parseRow, type Problem, subjectOfRow } from "./file-row.ts";

/** Why a row may have gone out before. Times are epoch ms. */
export type Evidence =
  /** An earlier row of the file says the same. */
  | { readonly is: "line"; readonly line: number }
  /** This device has sent the same, and the host has not refused it. */
  | {
      readonly is: "attempt";
      readonly id: string;
      readonly at: number;
      readonly isUnsettled: boolean;
      readonly reference: string | undefined;
      readonly slip: string | undefined;
    }
  /** The host's list has such a row. */
  | { readonly is: "transaction"; readonly id: string; readonly at: number; readonly reference: string | undefined }
  /** The same waits for a second admin. */
  | { readonly is: "slip"; readonly id: string; readonly at: number; readonly maker: string };

/** What is known of an email: who has it, or that the host has nobody by it. `asOf`: device epoch ms. */
export type UserFinding =
  | { readonly is: "user"; readonly email: string; readonly asOf: number }
  | { readonly is: "none"; readonly asOf: number };

/** What was found out about the users, the money and the past of a file's rows. */
export interface BulkFacts {
  /** By `emailKey`; who is missing was not found out about. */
  readonly users: ReadonlyMap<string, UserFinding>;
  /** Balances that are fresh enough to decide by, by `emailKey`. */
  readonly balances: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** What this admin moved directly in the last 24 hours, by `movedKey`. */
  readonly moved: ReadonlyMap<string, string>;
  /** By `subjectOfRow`. */
  readonly doubles: ReadonlyMap<string, readonly Evidence[]>;
  /** What one unit of a currency is worth in USD, where that is known. */
  readonly prices: ReadonlyMap<string, string>;
}

/** The host's rules, as far as they are known. */
export interface BulkRules {
  readonly policy: { readonly is: "not offered" | "reading" | "unread" } | { readonly is: "known"; readonly policy: ApprovalPolicy };
  readonly ceilingUsd: number | undefined;
}

/** What could not be found out about a row. */
export type Unchecked = "user" | "balance" | "policy";

/** A row with all that is known of it but for what depends on the rows before it. */
export interface CheckedRow {
  readonly file: FileRow;
  readonly key: string;
  readonly problems: readonly Problem[];
  readonly unchecked: readonly Unchecked[];
  readonly evidence: readonly Evidence[];
  /** Undefined where the row is wrong. */
  readonly plan: Omit<PlannedRow, "needsSecondAdmin"> | undefined;
}

export const verdicts = ["ready", "second", "twice", "unchecked", "wrong"] as const;
export type Verdict = (typeof verdicts)[number];

/** Why a second admin is needed: the limit, and the sum that is above it. */
export interface AboveLimit {
  readonly above: string;
  readonly sum: string;
}

export interface JudgedRow extends Omit<CheckedRow, "plan"> {
  readonly verdict: Verdict;
  readonly second: AboveLimit | undefined;
  /** Undefined where the row is wrong. */
  readonly planned: PlannedRow | undefined;
  /** It is sent with the run. */
  readonly isTicked: boolean;
}

type Motive = { readonly reason: string | undefined; readonly note: string | undefined; readonly problems: readonly Problem[] };

/** Which of the policy's reasons a row names, by its code or its label. */
function motiveOf({ reason, note }: FileRow, { policy }: BulkRules): Motive {
  if (policy.is !== "known") return { reason: undefined, note: undefined, problems: [] };
  const { reasons } = policy.policy;
  const said = note === "" ? undefined : note;
  if (reasons.length === 0) return { reason: undefined, note: said, problems: [] };
  if (reason === "") return { reason: undefined, note: said, problems: [{ name: "reasonMissing" }] };
  const word = searchText(reason);
  const found =
    reasons.find(({ code }) => code === reason) ??
    only(reasons.filter(({ code, label }) => [code, label].some((one) => searchText(one) === word)));
  if (found === undefined) return { reason: undefined, note: said, problems: [{ name: "reasonUnknown", value: reason }] };
  const lacksNote = found.code === otherReason && said === undefined;
  return { reason: found.code, note: said, problems: lacksNote ? [{ name: "noteMissing" }] : [] };
}

const only = <T>(found: readonly T[]): T | undefined => (found.length === 1 ? found[0] : undefined);

/** Whether one funding is worth more than the host takes; undefined where there is no telling. */
const isAboveCeiling = (amount: string, price: string | undefined, ceilingUsd: number | undefined): boolean | undefined =>
  ceilingUsd === undefined ? false : price === undefined ? undefined : new Big(amount).times(price).gt(ceilingUsd);

/** Decides on each row by itself; what depends on the rows before it is `judgeRows`'. */
export function checkRows(rows: readonly FileRow[], facts: BulkFacts, rules: BulkRules): CheckedRow[] {
  const firstLines = new Map<string, number>();
  return rows.map((file): CheckedRow => {
    const { key, operation, currency, amount, problems: own } = parseRow(file);
    const motive = motiveOf(file, rules);
    const problems = [...own, ...motive.problems];
    const user = facts.users.get(key);
    if (user?.is === "none") problems.push({ name: "emailUnknown", value: file.email });
    if (operation === "fund" && currency !== undefined && amount !== undefined)
      if (isAboveCeiling(amount, facts.prices.get(currency), rules.ceilingUsd) === true)
        problems.push({ name: "amountCeiling", value: String(rules.ceilingUsd) });
    if (problems.length > 0 || operation === undefined || currency === undefined || amount === undefined)
      return { file, key, problems, unchecked: [], evidence: [], plan: undefined };
    const subject = subjectOfRow(operation, key, currency, amount);
    const first = firstLines.get(subject);
    if (first === undefined) firstLines.set(subject, file.line);
    const evidence: Evidence[] = [
      ...(first === undefined ? [] : [{ is: "line", line: first } as const]),
      ...(facts.doubles.get(subject) ?? []),
    ];
    const unchecked: Unchecked[] = [];
    if (user === undefined) unchecked.push("user");
    if (operation === "deduct" && balanceOf(facts, key, currency) === undefined) unchecked.push("balance");
    if (rules.policy.is === "unread" || rules.policy.is === "reading") unchecked.push("policy");
    const email = user?.is === "user" ? user.email : file.email;
    const { reason, note } = motive;
    return { file, key, problems, unchecked, evidence, plan: { line: file.line, operation, email, currency, amount, reason, note } };
  });
}

const balanceOf = ({ balances }: BulkFacts, key: string, currency: string): string | undefined =>
  balances.get(key)?.[balanceNames(currency).available];

/** Counts up what ticked rows move, in the order of the file, as the host does when they come one after the other. */
class Running {
  readonly #sums = new Map<string, Big>();

  get(name: string, start: string | undefined): Big {
    return this.#sums.get(name) ?? new Big(start ?? 0);
  }

  set(name: string, sum: Big): void {
    this.#sums.set(name, sum);
  }
}

/**
 * The verdict on each row. A row counts for those after it where it is ticked and moves money by itself: `choices` has what an
 * admin has ticked or unticked, by line; of the others those that are ready or need a second admin are ticked.
 */
export function judgeRows(
  rows: readonly CheckedRow[],
  facts: BulkFacts,
  rules: BulkRules,
  choices: ReadonlyMap<number, boolean> = new Map(),
): JudgedRow[] {
  const policy = rules.policy.is === "known" ? rules.policy.policy : undefined;
  const limits = new Map<string, string | undefined>();
  const limitFor = (operation: BulkOperation, currency: string): string | undefined => {
    const name = `${operation} ${currency}`;
    if (policy && !limits.has(name)) limits.set(name, limitOf(policy, { operation, currency }));
    return limits.get(name);
  };
  const moved = new Running();
  const balances = new Running();
  return rows.map(({ plan, ...checked }): JudgedRow => {
    const wrong = (problems: readonly Problem[]): JudgedRow => ({
      ...checked,
      problems,
      verdict: "wrong",
      second: undefined,
      planned: undefined,
      isTicked: false,
    });
    if (plan === undefined) return wrong(checked.problems);
    const { operation, currency, amount } = plan;
    const movedName = movedKey(operation, checked.key, currency);
    const balanceName = `${checked.key} ${currency}`;
    const start = balanceOf(facts, checked.key, currency);
    const balance = start === undefined ? undefined : balances.get(balanceName, start);
    if (operation === "deduct" && balance?.lt(amount) === true) return wrong([{ name: "amountNotCovered", value: balance.toFixed() }]);
    const above = limitFor(operation, currency);
    const sum = above === undefined ? undefined : moved.get(movedName, facts.moved.get(movedName)).plus(amount);
    const second = above !== undefined && sum?.gt(above) === true ? { above, sum: sum.toFixed() } : undefined;
    const verdict = verdictOf(checked, second !== undefined);
    const isTicked = choices.get(plan.line) ?? (verdict === "ready" || verdict === "second");
    // What two admins decide on moves nothing yet, and isn't in the sum.
    if (isTicked && second === undefined) {
      if (sum) moved.set(movedName, sum);
      if (balance) balances.set(balanceName, operation === "fund" ? balance.plus(amount) : balance.minus(amount));
    }
    return { ...checked, verdict, second, planned: { ...plan, needsSecondAdmin: second !== undefined }, isTicked };
  });
}

function verdictOf({ evidence, unchecked }: Pick<CheckedRow, "evidence" | "unchecked">, needsSecond: boolean): Exclude<Verdict, "wrong"> {
  if (evidence.length > 0) return "twice";
  if (unchecked.length > 0) return "unchecked";
  return needsSecond ? "second" : "ready";
}

/** What the ticked rows come to in a currency. */
export interface BulkTotal {
  readonly operation: BulkOperation;
  readonly currency: string;
  readonly count: number;
  /** Exact decimal text. */
  readonly amount: string;
  /** How many of them need a second admin. */
  readonly second: number;
}

/** The ticked rows' totals per operation and currency, the currency with the most rows first. */
export function totalsOf(rows: readonly JudgedRow[]): BulkTotal[] {
  const totals = new Map<string, { operation: BulkOperation; currency: string; count: number; amount: Big; second: number }>();
  for (const { planned, isTicked } of rows) {
    if (!isTicked || planned === undefined) continue;
    const { operation, currency, amount, needsSecondAdmin } = planned;
    const name = `${operation} ${currency}`;
    const known = totals.get(name) ?? { operation, currency, count: 0, amount: new Big(0), second: 0 };
    totals.set(name, {
      ...known,
      count: known.count + 1,
      amount: known.amount.plus(amount),
      second: known.second + (needsSecondAdmin ? 1 : 0),
    });
  }
  return [...totals.values()].sort((a, b) => b.count - a.count).map((total) => ({ ...total, amount: total.amount.toFixed() }));
}

/** Currencies of ticked fundings whose worth is not known, where the host has a ceiling: it alone can tell. */
export function unpricedCurrencies(rows: readonly JudgedRow[], { prices }: BulkFacts, { ceilingUsd }: BulkRules): string[] {
  if (ceilingUsd === undefined) return [];
  const funded = rows.flatMap(({ planned, isTicked }) => (isTicked && planned?.operation === "fund" ? [planned.currency] : []));
  return [...new Set(funded)].filter((currency) => !prices.has(currency));
}
