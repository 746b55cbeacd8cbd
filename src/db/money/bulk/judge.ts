import Big from "big.js";
import { type ApprovalPolicy, otherReason } from "../../../contract/approvals.ts";
import type { PlannedRow } from "../../../contract/bulk.ts";
import { searchText } from "../../../contract/text.ts";
import { balanceNames } from "../../../contract/wallets.ts";
import { limitOf } from "../moved.ts";
import { type BulkOperation, type FileRow, movedKey, parseRow, type Problem, subjectOfRow } from "./file-row.ts";

/** Why a row may have been sent before. Times are epoch ms. */
export type Evidence =
  /** Same as an earlier row of the file. */
  | { readonly is: "line"; readonly line: number }
  /** This device sent the same, and the host didn't refuse it. */
  | {
      readonly is: "attempt";
      readonly id: string;
      readonly at: number;
      readonly isUnsettled: boolean;
      readonly reference: string | undefined;
      readonly slip: string | undefined;
    }
  /** The host's list has such a transaction. */
  | { readonly is: "transaction"; readonly id: string; readonly at: number; readonly reference: string | undefined }
  /** The same awaits a second admin. */
  | { readonly is: "slip"; readonly id: string; readonly at: number; readonly maker: string };

/** The user of an email, or that the host has none. `asOf`: device epoch ms. */
export type UserFinding =
  | { readonly is: "user"; readonly email: string; readonly asOf: number }
  | { readonly is: "none"; readonly asOf: number };

/** Facts about the users, balances and history of a file's rows. */
export interface BulkFacts {
  /** By `emailKey`; missing ones weren't looked up. */
  readonly users: ReadonlyMap<string, UserFinding>;
  /** Balances fresh enough to rely on, by `emailKey`. */
  readonly balances: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Directly moved by this admin in the last 24 hours, by `movedKey`. */
  readonly moved: ReadonlyMap<string, string>;
  /** By `subjectOfRow`. */
  readonly doubles: ReadonlyMap<string, readonly Evidence[]>;
  /** USD value of one unit by currency, if known. */
  readonly prices: ReadonlyMap<string, string>;
}

/** The host's rules, as far as known. */
export interface BulkRules {
  readonly policy: { readonly is: "not offered" | "reading" | "unread" } | { readonly is: "known"; readonly policy: ApprovalPolicy };
  readonly ceilingUsd: number | undefined;
}

/** What couldn't be checked about a row. */
export type Unchecked = "user" | "balance" | "policy";

/** A row checked on its own, apart from effects of earlier rows. */
export interface CheckedRow {
  readonly file: FileRow;
  readonly key: string;
  readonly problems: readonly Problem[];
  readonly unchecked: readonly Unchecked[];
  readonly evidence: readonly Evidence[];
  /** Undefined if the row is wrong. */
  readonly plan: Omit<PlannedRow, "needsSecondAdmin"> | undefined;
}

export const verdicts = ["ready", "second", "twice", "unchecked", "wrong"] as const;
export type Verdict = (typeof verdicts)[number];

/** Why a second admin is needed: the limit, and the sum exceeding it. */
export interface AboveLimit {
  readonly above: string;
  readonly sum: string;
}

/** An admin's tick: the row's doubts when it was ticked (`doubtsOf`), or that it was unticked. */
export type Choice = readonly string[] | "unticked";

/** What speaks against sending a row, each as a text of its own; empty for a row that is ready or needs a second admin. */
export const doubtsOf = ({ evidence, unchecked }: Pick<CheckedRow, "evidence" | "unchecked">): string[] => [
  ...unchecked,
  ...evidence.map((one) => {
    // An attempt that turns out done is another doubt than an unsettled one.
    const state = one.is === "attempt" && !one.isUnsettled ? " done" : "";
    return one.is === "line" ? `line ${one.line}` : `${one.is} ${one.id}${state}`;
  }),
];

export interface JudgedRow extends Omit<CheckedRow, "plan"> {
  readonly verdict: Verdict;
  readonly second: AboveLimit | undefined;
  /** Undefined if the row is wrong. */
  readonly planned: PlannedRow | undefined;
  /** Sent with the run. */
  readonly isTicked: boolean;
}

type Motive = { readonly reason: string | undefined; readonly note: string | undefined; readonly problems: readonly Problem[] };

/** The policy's reason that a row names by code or label. */
function motiveOf({ reason, note }: FileRow, { policy }: BulkRules): Motive {
  const said = note === "" ? undefined : note;
  if (policy.is === "not offered") return { reason: undefined, note: undefined, problems: [] };
  // The host decides whether it is one of its reasons.
  if (policy.is !== "known") return { reason: reason === "" ? undefined : reason, note: said, problems: [] };
  const { reasons } = policy.policy;
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

/** Whether a funding exceeds the host's ceiling; undefined if it can't be told. */
const isAboveCeiling = (amount: string, price: string | undefined, ceilingUsd: number | undefined): boolean | undefined =>
  ceilingUsd === undefined ? false : price === undefined ? undefined : new Big(amount).times(price).gt(ceilingUsd);

/** Checks each row on its own; `judgeRows` adds the effects of earlier rows. */
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

/** Running sums of what ticked rows move, in file order, as the host will see them. */
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
 * Judges each row. A row affects later ones if it is ticked and moves money directly. `choices`: by line; by default, rows that
 * are ready or need a second admin are ticked. A tick doesn't outlive a new doubt.
 */
export function judgeRows(
  rows: readonly CheckedRow[],
  facts: BulkFacts,
  rules: BulkRules,
  choices: ReadonlyMap<number, Choice> = new Map(),
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
    const choice = choices.get(plan.line) ?? [];
    const isTicked = choice !== "unticked" && doubtsOf(checked).every((doubt) => choice.includes(doubt));
    // A slip moves nothing yet, so it isn't counted.
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

/** Total of the ticked rows in a currency. */
export interface BulkTotal {
  readonly operation: BulkOperation;
  readonly currency: string;
  readonly count: number;
  /** Exact decimal text. */
  readonly amount: string;
  /** Number of rows that need a second admin. */
  readonly second: number;
}

/** Totals of the ticked rows per operation and currency, most rows first. */
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

/** Currencies of ticked fundings with unknown value, if the host has a ceiling: only the host can check them. */
export function unpricedCurrencies(rows: readonly JudgedRow[], { prices }: BulkFacts, { ceilingUsd }: BulkRules): string[] {
  if (ceilingUsd === undefined) return [];
  const funded = rows.flatMap(({ planned, isTicked }) => (isTicked && planned?.operation === "fund" ? [planned.currency] : []));
  return [...new Set(funded)].filter((currency) => !prices.has(currency));
}
