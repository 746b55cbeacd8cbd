import Big from "big.js";
import { unitOf } from "../../contract/currencies.ts";
import { searchText } from "../../contract/text.ts";
import { dayAt, endOfDay, startOfDay } from "../../contract/zones.ts";
import type { Lack } from "../store/coverage.ts";
import { Database, readState, type TransactionRow } from "../store/database.ts";
import { hasFailed } from "../transactions/has-failed.ts";
import { missingWithin, readWithin } from "../transactions/missing-within.ts";
import { grouped } from "../store/grouped.ts";
import { rowsOfStretch } from "../store/rows.ts";

/** A line of a bank, custodian or exchange statement, as read. */
export interface StatementEntry {
  /** Line number in the file, from 1. */
  readonly line: number;
  /** Calendar day, YYYY-MM-DD. */
  readonly day: string;
  /** Signed decimal text. */
  readonly amount: string;
  /** Upper case. */
  readonly currency: string;
  /** The cell with the reference, alone or within text; empty if there is none. */
  readonly reference: string;
}

/** A cached transaction compared with a statement; `day` is in the chosen zone. */
export interface Booked {
  readonly id: string;
  readonly at: number;
  readonly day: string;
  readonly reference: string | undefined;
  readonly username: string | undefined;
  readonly type: string | undefined;
  readonly status: string | undefined;
  /** Signed decimal text. */
  readonly amount: string | undefined;
  readonly currency: string | undefined;
}

/**
 * Result of matching statement lines with the cached transactions of its days. Each line and each transaction is in exactly one
 * group.
 */
export interface Reconciled {
  readonly matched: readonly { readonly by: "reference" | "amount"; readonly entry: StatementEntry; readonly row: Booked }[];
  /** Same reference, different amount or currency. */
  readonly differs: readonly { readonly entry: StatementEntry; readonly row: Booked }[];
  /** Several candidates: a person must decide. */
  readonly several: readonly { readonly entries: readonly StatementEntry[]; readonly rows: readonly Booked[] }[];
  /** `double`: the line with the same reference that was matched with the transaction. */
  readonly onlyThere: readonly { readonly entry: StatementEntry; readonly double: number | undefined }[];
  readonly onlyHere: readonly Booked[];
}

/** Longest delay between a transaction and its settlement, in ms: references are searched this far around the statement's days. */
const aroundMs = 31 * 86_400_000;

/** Shortest word treated as a reference; shorter ones are ordinary words. */
const leastReference = 6;

const key = (text: string | undefined): string => searchText(text ?? "").trim();

/** The whole text, then its words that may be references. */
function referencesIn(text: string): string[] {
  const whole = key(text);
  if (whole === "") return [];
  const words = whole.split(/[\s/|,;:()[\]"']+/u).filter((word) => word.length >= leastReference && word !== whole);
  return [whole, ...words];
}

const magnitude = (amount: string | undefined): string | undefined => (amount === undefined ? undefined : new Big(amount).abs().toFixed());

/** Magnitude and currency; statements and platforms use opposite signs. */
const sumKey = (one: { readonly amount: string | undefined; readonly currency: string | undefined }): string =>
  `${magnitude(one.amount) ?? "?"} ${unitOf(one.currency)}`;

interface Draft {
  readonly matched: { by: "reference" | "amount"; entry: StatementEntry; row: Booked }[];
  readonly differs: { entry: StatementEntry; row: Booked }[];
  readonly several: { entries: StatementEntry[]; rows: Booked[] }[];
  readonly onlyThere: { entry: StatementEntry; double: number | undefined }[];
  /** Ids of transactions assigned to an entry. */
  readonly taken: Set<string>;
}

/** Matches entries and rows that share a reference, or an id: equal sums first, then the rest. Skips rows that are taken. */
function settleReference(draft: Draft, entries: readonly StatementEntry[], named: readonly Booked[]): void {
  const rows = named.filter(({ id }) => !draft.taken.has(id));
  const sums = grouped(entries, sumKey);
  const rowsBySum = grouped(rows, sumKey);
  const left = { entries: [] as StatementEntry[], rows: new Set(rows) };
  let line = rows.length === named.length ? undefined : draft.matched.find(({ row }) => named.includes(row))?.entry.line;
  for (const [sum, same] of sums) {
    const equal = rowsBySum.get(sum) ?? [];
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
  // Other legs of the reference, e.g. of a transfer between users, don't show on the statement.
  for (const one of rows) draft.taken.add(one.id);
}

/**
 * Matches a statement with transactions: by reference, else by amount, currency and day. A line matches at most one transaction,
 * amounts are compared exactly and unsigned, and ambiguous matches stay open. `expects`: the transactions that the statement should
 * list; others are matched by reference only.
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

  const rowsOf = (name: string): readonly Booked[] => byReference.get(name) ?? [];
  const named = grouped(entries, (entry) => referencesIn(entry.reference).find((name) => byReference.has(name)) ?? "");
  // A name that belongs to one transaction, such as its id, is settled before a reference that several share.
  const names = [...named].filter(([name]) => name !== "").sort(([a], [b]) => rowsOf(a).length - rowsOf(b).length);
  for (const [name, same] of names) settleReference(draft, same, rowsOf(name));

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

/** What to compare a statement with. */
export interface Scope {
  readonly timeZone: string;
  /** Type of which the statement should list all transactions; empty: every type. */
  readonly type: string;
  /** Host clock minus device clock, in ms. */
  readonly clockAhead: number;
}

export interface ReconciledDays extends Reconciled {
  /** First and last day of the statement, and the zone of which they are. */
  readonly days: { readonly from: string; readonly to: string; readonly timeZone: string };
  /** Stretches of these days that the cache doesn't hold completely. */
  readonly gaps: readonly Lack[];
  /** When the oldest part of these days was last seen (device epoch ms); undefined if nothing is known. */
  readonly asOf: number | undefined;
  /** The statement's currencies: transactions in others are not expected in it. */
  readonly currencies: readonly string[];
  /** Rows before these days, which lines may settle, may be missing. */
  readonly lacksEarlier: boolean;
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

/** Compares a non-empty statement with the cache. Rejects with the database's error. */
export async function reconcileDays(
  db: Database,
  entries: readonly StatementEntry[],
  { timeZone, type, clockAhead }: Scope,
): Promise<ReconciledDays> {
  const days = entries.map(({ day }) => day);
  const [from, to] = [days.reduce((a, b) => (a < b ? a : b)), days.reduce((a, b) => (a > b ? a : b))];
  const [begin, before] = [startOfDay(from, timeZone), endOfDay(to, timeZone)];
  const {
    value: booked,
    gaps,
    asOf,
  } = await readWithin(db, { from: before - 1, to: begin }, clockAhead, async () => {
    const found: Booked[] = [];
    for await (const rows of rowsOfStretch(db, { from: before - 1 + aroundMs, to: begin - aroundMs }))
      found.push(...rows.map((row) => bookedOf(row, timeZone)));
    return found;
  });
  const currencies = new Set(entries.map(({ currency }) => unitOf(currency)));
  const isExpected = (row: Booked): boolean =>
    row.at >= begin && row.at < before && currencies.has(unitOf(row.currency)) && (type === "" || row.type?.toUpperCase() === type);
  const earlier = missingWithin((await readState(db, "coverage")) ?? [], { from: begin - 1, to: begin - aroundMs }, clockAhead);
  return {
    ...reconcile(entries, booked, isExpected),
    days: { from, to, timeZone },
    gaps,
    asOf,
    currencies: [...currencies].filter((currency) => currency !== ""),
    lacksEarlier: earlier.gaps.length > 0,
  };
}

export type CompareDays = (entries: readonly StatementEntry[], scope: Scope) => Promise<ReconciledDays>;

/** `reconcileDays` on a cache that a worker opens by name. */
export function compareIn(name: string): CompareDays {
  const db = new Database(name);
  return (entries, scope) => reconcileDays(db, entries, scope);
}
