import Big from "big.js";
import { searchText } from "../../contract/text.ts";
import { dayAt, endOfDay, startOfDay } from "../../contract/zones.ts";
import type { Stretch } from "../store/coverage.ts";
import { Database, type TransactionRow } from "../store/database.ts";
import { readWithin } from "../transactions/missing-within.ts";
import { rowsOfStretch } from "../store/rows.ts";

/** One line of a statement of a bank, a custodian or an exchange, as it was read. */
export interface StatementEntry {
  /** Its line in the file, from 1. */
  readonly line: number;
  /** Its calendar day, YYYY-MM-DD. */
  readonly day: string;
  /** Decimal text with its sign. */
  readonly amount: string;
  /** In upper case. */
  readonly currency: string;
  /** The cell that holds the reference, alone or within a text; empty where there is none. */
  readonly reference: string;
}

/** What the cache says beside a statement; `day` is the row's in the chosen zone. */
export interface Booked {
  readonly id: string;
  readonly at: number;
  readonly day: string;
  readonly reference: string | undefined;
  readonly username: string | undefined;
  readonly type: string | undefined;
  readonly status: string | undefined;
  /** Decimal text with its sign. */
  readonly amount: string | undefined;
  readonly currency: string | undefined;
}

/** What became of the lines of a statement and the cached transactions of its days. Each of both is in one group, once. */
export interface Reconciled {
  readonly matched: readonly { readonly by: "reference" | "amount"; readonly entry: StatementEntry; readonly row: Booked }[];
  /** The same reference with another amount or currency. */
  readonly differs: readonly { readonly entry: StatementEntry; readonly row: Booked }[];
  /** More than one fits: a person must decide. */
  readonly several: readonly { readonly entries: readonly StatementEntry[]; readonly rows: readonly Booked[] }[];
  /** `double`: the line whose reference is the same, and which took the transaction. */
  readonly onlyThere: readonly { readonly entry: StatementEntry; readonly double: number | undefined }[];
  readonly onlyHere: readonly Booked[];
}

/** A settlement may lie this far from its transaction, in ms: references are looked for so far around the statement's days. */
const aroundMs = 31 * 86_400_000;

/** A word of a text is taken for a reference from this length on: shorter ones are words of the language. */
const leastReference = 6;

const key = (text: string | undefined): string => searchText(text ?? "").trim();

/** The whole text, then its words that may be a reference. */
function referencesIn(text: string): string[] {
  const whole = key(text);
  if (whole === "") return [];
  const words = whole.split(/[\s/|,;:()[\]"']+/u).filter((word) => word.length >= leastReference && word !== whole);
  return [whole, ...words];
}

const magnitude = (amount: string | undefined): string | undefined => (amount === undefined ? undefined : new Big(amount).abs().toFixed());

/** Magnitude and currency: statements and platforms give signs from opposite sides. */
const sumKey = (one: { readonly amount: string | undefined; readonly currency: string | undefined }): string =>
  `${magnitude(one.amount) ?? "?"} ${(one.currency ?? "").toUpperCase()}`;

function grouped<T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}

/** A transaction that failed moved no money: no statement is expected to have it. */
export const hasFailed = ({ status }: { readonly status?: string | undefined }): boolean =>
  ["FAILED", "REJECTED"].includes(status?.toUpperCase() ?? "");

interface Draft {
  readonly matched: { by: "reference" | "amount"; entry: StatementEntry; row: Booked }[];
  readonly differs: { entry: StatementEntry; row: Booked }[];
  readonly several: { entries: StatementEntry[]; rows: Booked[] }[];
  readonly onlyThere: { entry: StatementEntry; double: number | undefined }[];
  /** Ids of the transactions that stand beside an entry. */
  readonly taken: Set<string>;
}

/** Of entries and rows that share a reference: equal sums first, then what is left. */
function settleReference(draft: Draft, entries: readonly StatementEntry[], rows: readonly Booked[]): void {
  const sums = grouped(entries, sumKey);
  const left = { entries: [] as StatementEntry[], rows: new Set(rows) };
  let line: number | undefined;
  for (const [sum, same] of sums) {
    const equal = rows.filter((row) => sumKey(row) === sum);
    const [entry, row] = [same[0], equal[0]];
    if (entry && row && same.length === 1 && equal.length === 1) {
      draft.matched.push({ by: "reference", entry, row });
      left.rows.delete(row);
      line = entry.line;
    } else if (equal.length > 0) {
      draft.several.push({ entries: same, rows: equal });
      for (const one of equal) left.rows.delete(one);
    } else left.entries.push(...same);
  }
  const others = [...left.rows];
  const [entry, row] = [left.entries[0], others[0]];
  if (entry && row && left.entries.length === 1 && others.length === 1) draft.differs.push({ entry, row });
  else if (left.entries.length > 0 && others.length > 0) draft.several.push({ entries: left.entries, rows: others });
  else draft.onlyThere.push(...left.entries.map((one) => ({ entry: one, double: line })));
  // A leg that the statement doesn't show, as of a transfer between users, belongs to the same reference.
  for (const one of rows) draft.taken.add(one.id);
}

/**
 * Matches a statement with transactions: by reference, else by amount, currency and day. One line fits one transaction at
 * most, amounts are compared exactly and without their sign, and where more than one fits nothing is chosen.
 * `expects`: the transactions that the statement should have; the others are matched by reference alone.
 */
export function reconcile(
  entries: readonly StatementEntry[],
  rows: readonly Booked[],
  expects: (row: Booked) => boolean = () => true,
): Reconciled {
  const draft: Draft = { matched: [], differs: [], several: [], onlyThere: [], taken: new Set() };
  const byReference = new Map<string, Booked[]>();
  for (const row of rows)
    for (const name of new Set([key(row.reference), key(row.id)]))
      if (name !== "") byReference.set(name, [...(byReference.get(name) ?? []), row]);

  const named = grouped(entries, (entry) => referencesIn(entry.reference).find((name) => byReference.has(name)) ?? "");
  for (const [name, same] of named) if (name !== "") settleReference(draft, same, byReference.get(name) ?? []);

  const dayKey = (one: StatementEntry | Booked): string => `${sumKey(one)} ${one.day}`;
  const expected = rows.filter((row) => !draft.taken.has(row.id) && !hasFailed(row) && expects(row));
  const open = grouped(expected, dayKey);
  for (const [name, same] of grouped(named.get("") ?? [], dayKey)) {
    const fitting = open.get(name) ?? [];
    const [entry, row] = [same[0], fitting[0]];
    if (entry && row && same.length === 1 && fitting.length === 1) draft.matched.push({ by: "amount", entry, row });
    else if (fitting.length > 0) draft.several.push({ entries: same, rows: fitting });
    else draft.onlyThere.push(...same.map((one) => ({ entry: one, double: undefined })));
    for (const { id } of fitting) draft.taken.add(id);
  }
  const { taken, ...groups } = draft;
  return { ...groups, onlyHere: expected.filter((row) => !taken.has(row.id)) };
}

/** What a statement is compared with. */
export interface Scope {
  readonly timeZone: string;
  /** Of these transactions the statement should have all; empty: of every type. */
  readonly type: string;
}

export interface ReconciledDays extends Reconciled {
  /** The first and the last day of the statement. */
  readonly days: { readonly from: string; readonly to: string };
  /** Stretches of these days of which the cache doesn't hold every row. */
  readonly gaps: readonly Stretch[];
  /** As of when the oldest part of these days was known (epoch ms); undefined where nothing is. */
  readonly asOf: number | undefined;
}

const bookedOf = (row: TransactionRow, timeZone: string): Booked => ({
  id: row.id,
  at: row.at,
  day: dayAt(row.at, timeZone),
  reference: row.reference ?? undefined,
  username: row.username ?? undefined,
  type: row.type ?? undefined,
  status: row.status ?? undefined,
  amount: row.amount ?? undefined,
  currency: row.currency ?? undefined,
});

/** Compares a statement, which has at least one entry, with what is cached. Rejects with the database's error. */
export async function reconcileDays(db: Database, entries: readonly StatementEntry[], { timeZone, type }: Scope): Promise<ReconciledDays> {
  const days = entries.map(({ day }) => day);
  const [from, to] = [days.reduce((a, b) => (a < b ? a : b)), days.reduce((a, b) => (a > b ? a : b))];
  const [begin, before] = [startOfDay(from, timeZone), endOfDay(to, timeZone)];
  const {
    value: booked,
    gaps,
    asOf,
  } = await readWithin(db, { from: before - 1, to: begin }, async () => {
    const found: Booked[] = [];
    for await (const rows of rowsOfStretch(db, { from: before - 1 + aroundMs, to: begin - aroundMs }))
      found.push(...rows.map((row) => bookedOf(row, timeZone)));
    return found;
  });
  const currencies = new Set(entries.map(({ currency }) => currency));
  const isExpected = (row: Booked): boolean =>
    row.at >= begin &&
    row.at < before &&
    currencies.has((row.currency ?? "").toUpperCase()) &&
    (type === "" || row.type?.toUpperCase() === type);
  return { ...reconcile(entries, booked, isExpected), days: { from, to }, gaps, asOf };
}

export type CompareDays = (entries: readonly StatementEntry[], scope: Scope) => Promise<ReconciledDays>;

/** The comparison with a cache that a worker opens by its name. */
export function compareIn(name: string): CompareDays {
  const db = new Database(name);
  return (entries, scope) => reconcileDays(db, entries, scope);
}
