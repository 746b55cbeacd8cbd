import Big from "big.js";
import { emailKey } from "../../../contract/emails.ts";
import { fundCurrencies } from "../../../contract/currencies.ts";
import { searchText } from "../../../contract/text.ts";
import { priceForMs, priceIn } from "../../../contract/price-in.ts";
import type { Stretch } from "../../store/coverage.ts";
import { Database, readState, type TransactionRow, type UserRow } from "../../store/database.ts";
import type { BulkRun } from "../bulk-runs.ts";
import { type Attempt, endOf, isUnsettled } from "../journal.ts";
import { missingWithin } from "../../transactions/missing-within.ts";
import { movedWithinMs } from "../moved.ts";
import { rowsOfStretch } from "../../store/rows.ts";
import type { WalletsRow } from "../../figures/wallets.ts";
import {
  type FileRow,
  movedKey,
  parseRow,
  plainAmount,
  sentSubject,
  subjectOfRow,
  subjectOfTransaction,
  twiceWithinMs,
} from "./file-row.ts";
import type { BulkFacts, Evidence, UserFinding } from "./judge.ts";

/** A balance older than this is no basis for deductions, in ms; checking a long file takes minutes. */
export const balanceForMs = 15 * 60_000;

/** What the cache knows of a file's rows, and how complete that is. */
export interface CachedFacts extends BulkFacts {
  /** Device epoch ms. */
  readonly readAt: number;
  /** Number of cached users searched. */
  readonly usersOf: number;
  /** Stretches of the last seven days (host epoch ms) that the cache doesn't hold completely. */
  readonly gaps: readonly Stretch[];
  /** When the oldest part of the seven days was last seen (device epoch ms); undefined if nothing is known. */
  readonly rowsAsOf: number | undefined;
}

/** Emails and subjects of the file's rows, as far as they parse. */
interface Wanted {
  readonly emails: ReadonlySet<string>;
  readonly subjects: ReadonlySet<string>;
}

function wantedOf(rows: readonly FileRow[]): Wanted {
  const emails = new Set<string>();
  const subjects = new Set<string>();
  for (const row of rows) {
    const { key, operation, currency, amount } = parseRow(row);
    emails.add(key);
    if (operation && currency && amount) subjects.add(subjectOfRow(operation, key, currency, amount));
  }
  return { emails, subjects };
}

class Doubles {
  readonly found = new Map<string, Evidence[]>();
  readonly #references = new Set<string>();
  readonly #wanted: Wanted;

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
  }

  #add(subject: string, evidence: Evidence): void {
    if (!this.#wanted.subjects.has(subject)) return;
    this.found.set(subject, [...(this.found.get(subject) ?? []), evidence]);
  }

  attempt(attempt: Attempt, from: number): void {
    const subject = sentSubject(attempt, from);
    if (subject === undefined) return;
    const done = attempt.state.is === "done" ? attempt.state : undefined;
    if (done?.reference) this.#references.add(done.reference);
    this.#add(subject, {
      is: "attempt",
      id: attempt.id,
      at: attempt.at,
      isUnsettled: isUnsettled(attempt),
      reference: done?.reference,
      slip: done?.slip,
    });
  }

  /** `key`: the owner's. */
  row(row: TransactionRow, key: string): void {
    const subject = subjectOfTransaction(row, key);
    // Already found in the journal: the same transaction, not a duplicate.
    if (subject === undefined || (row.reference && this.#references.has(row.reference))) return;
    this.#add(subject, { is: "transaction", id: row.id, at: row.at, reference: row.reference });
  }

  slip(subject: string, slip: { readonly id: string; readonly at: number; readonly maker: string }): void {
    const isKnown = this.found.get(subject)?.some((one) => one.is === "attempt" && one.slip === slip.id);
    if (isKnown !== true) this.#add(subject, { is: "slip", ...slip });
  }
}

/** The cached users named by the rows, and a lookup of their transactions' owner: several where only a name says it, and they share it. */
function usersOf(users: readonly UserRow[], wanted: Wanted) {
  const findings = new Map<string, UserFinding>();
  const keyById = new Map<string, string>();
  const keysByName = new Map<string, Set<string>>();
  for (const { id, email, username, seenAt } of users) {
    if (!email) continue;
    const key = emailKey(email);
    if (!wanted.emails.has(key)) continue;
    findings.set(key, { is: "user", email, asOf: seenAt });
    keyById.set(id, key);
    const name = searchText(username ?? "");
    if (name !== "") keysByName.set(name, (keysByName.get(name) ?? new Set()).add(key));
  }
  const keysOf = ({ userId, username }: TransactionRow): Iterable<string> => {
    if (!userId) return keysByName.get(searchText(username ?? "")) ?? [];
    const key = keyById.get(userId);
    return key === undefined ? [] : [key];
  };
  return { findings, keysOf };
}

function movedLately(journal: readonly Attempt[], from: number): Map<string, string> {
  const moved = new Map<string, string>();
  for (const { at, operation, details, ...attempt } of journal) {
    const { email, currency, amount } = details;
    if (at < from || (operation !== "fund" && operation !== "deduct") || !email || !currency || !amount) continue;
    if (endOf({ at, operation, details, ...attempt }) !== "done") continue;
    const name = movedKey(operation, emailKey(email), currency);
    moved.set(name, new Big(moved.get(name) ?? 0).plus(amount).toFixed());
  }
  return moved;
}

/** Prices derived from any cached balances, newest first. */
function pricesBy(wallets: readonly WalletsRow[], now: number): Map<string, string> {
  const fresh = wallets.filter(({ asOf }) => now - asOf < priceForMs).sort((a, b) => b.asOf - a.asOf);
  return new Map(
    fundCurrencies.flatMap((currency) => {
      const price =
        priceIn(currency, undefined) ??
        fresh.map(({ wallets: { balances } }) => priceIn(currency, balances)).find((one) => one !== undefined);
      return price ? [[currency, price.toFixed()] as const] : [];
    }),
  );
}

/**
 * What this device knows of a file's rows: users, balances, recent moves, and possible duplicates. `now`: device epoch ms;
 * `clockAhead`: host clock minus device clock, in ms. Rejects with the database's error.
 */
export async function readFacts(db: Database, rows: readonly FileRow[], now: number, clockAhead: number): Promise<CachedFacts> {
  const wanted = wantedOf(rows);
  const [users, wallets, journal, slips, coverage = []] = await Promise.all([
    db.users.toArray(),
    db.wallets.toArray(),
    db.journal.orderBy("at").toArray(),
    db.slips.where("state").equals("open").toArray(),
    readState(db, "coverage"),
  ]);
  const { findings, keysOf } = usersOf(users, wanted);
  const hostNow = now + clockAhead;
  const from = hostNow - twiceWithinMs;
  const doubles = new Doubles(wanted);
  for (const attempt of journal) doubles.attempt(attempt, now - twiceWithinMs);
  for await (const some of rowsOfStretch(db, { from: Number.POSITIVE_INFINITY, to: from }))
    for (const row of some) for (const key of keysOf(row)) doubles.row(row, key);
  for (const { id, operation, email, currency, amount, madeMs, maker, expiresAt } of slips)
    if ((operation === "fund" || operation === "deduct") && Date.parse(expiresAt) > hostNow)
      doubles.slip(subjectOfRow(operation, emailKey(email), currency, plainAmount(amount)), {
        id,
        at: madeMs,
        maker: maker.name ?? maker.email ?? maker.id,
      });
  const balances = new Map(
    wallets.flatMap(({ email, asOf, wallets: { balances: known } }) =>
      wanted.emails.has(email) && now - asOf < balanceForMs ? [[email, known] as const] : [],
    ),
  );
  const { gaps, asOf } = missingWithin(coverage, { from: hostNow, to: from }, clockAhead);
  return {
    readAt: now,
    users: findings,
    usersOf: users.length,
    balances,
    moved: movedLately(journal, now - movedWithinMs),
    doubles: doubles.found,
    prices: pricesBy(wallets, now),
    gaps,
    rowsAsOf: asOf,
  };
}

/** Whether the newest transactions, once fetched, reach back to `from` (host epoch ms) without a gap. Rejects with the database's error. */
export async function isKnownSince(db: Database, from: number): Promise<boolean> {
  const [top] = (await readState(db, "coverage")) ?? [];
  return top === undefined || top.endAsOf !== undefined || top.bottom.at < from;
}

/**
 * Subjects of a run's waiting rows that were sent otherwise since it began: by another admin, as far as the cache has the transactions
 * and open slips, or by hand from this device. `clockAhead`: host clock minus device clock, in ms. Rejects with the database's error.
 */
export async function sentElsewhere(db: Database, { id, at }: BulkRun, clockAhead: number): Promise<ReadonlySet<string>> {
  const rows = await db.bulkRows.where("[run+place]").between([id, 0], [id, Number.POSITIVE_INFINITY]).toArray();
  const [users, journal, slips] = await Promise.all([
    db.users
      .where("email")
      .anyOf([...new Set(rows.flatMap(({ email }) => [email, emailKey(email)]))])
      .toArray(),
    db.journal.where("at").aboveOrEqual(at).toArray(),
    db.slips.where("state").equals("open").toArray(),
  ]);
  const subjects = rows
    .filter(({ is }) => is === "waiting")
    .map(({ operation, email, currency, amount }) => subjectOfRow(operation, emailKey(email), currency, amount));
  const wanted = { emails: new Set(rows.map(({ email }) => emailKey(email))), subjects: new Set(subjects) };
  const { keysOf } = usersOf(users, wanted);
  const times = new Map<string, number>();
  const count = (subject: string | undefined, by: number): void => {
    if (subject !== undefined && wanted.subjects.has(subject)) times.set(subject, (times.get(subject) ?? 0) + by);
  };
  const own = new Set(rows.map(({ attempt }) => attempt));
  /** References and slips that the run's own rows led to. */
  const made = new Set<string>();
  for (const attempt of journal) {
    const { reference, slip } = attempt.state.is === "done" ? attempt.state : {};
    const isOwn = own.has(attempt.id);
    if (isOwn) for (const one of [reference, slip]) if (one) made.add(one);
    // A host that tells no reference lists what an own row led to as well.
    if (!isOwn || (reference ?? slip) === undefined) count(sentSubject(attempt, at), isOwn ? -1 : 1);
  }
  for await (const some of rowsOfStretch(db, { from: Number.POSITIVE_INFINITY, to: at + clockAhead }))
    for (const row of some) {
      if (row.reference && made.has(row.reference)) continue;
      for (const key of keysOf(row)) count(subjectOfTransaction(row, key), 1);
    }
  for (const { id: slip, operation, email, currency, amount, madeMs } of slips)
    if ((operation === "fund" || operation === "deduct") && madeMs >= at + clockAhead && !made.has(slip))
      count(subjectOfRow(operation, emailKey(email), currency, plainAmount(amount)), 1);
  return new Set([...times].flatMap(([subject, sent]) => (sent > 0 ? [subject] : [])));
}

export type ReadFacts = (rows: readonly FileRow[], now: number, clockAhead: number) => Promise<CachedFacts>;

/** `readFacts` on a cache that a worker opens by name. */
export function factsIn(name: string): ReadFacts {
  const db = new Database(name);
  return (...asked) => readFacts(db, ...asked);
}
