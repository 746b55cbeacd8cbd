import { setImmediate as turn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Connection, Db } from "../db/connection.ts";
import { type Load, insertAsJson, unindexed } from "../db/load.ts";
import { makeMonths } from "../db/months.ts";
import { prices, secrets } from "../db/schema.ts";
import { demoPrices } from "./amounts.ts";
import { signingKey } from "../sessions/tokens.ts";
import { Balances } from "./balances.ts";
import { loadFigures } from "./figures.ts";
import type { Step } from "./progress.ts";
import { Random } from "./random.ts";
import { recount } from "./recount.ts";
import { type Person, type SeedTransaction, seedTransactions } from "./transactions.ts";
import { seedUser } from "./users.ts";
import { loadUserBelongings } from "./wallets.ts";

export interface DemoSize {
  readonly users: number;
  readonly transactions: number;
}

/** The demonstration data spans this much time before the first start. */
export const demoDays = 180;

const dayMs = 24 * 3600 * 1000;
const batchRows = 5000;

export const userColumns = [
  "id",
  "username",
  "name",
  "email",
  "phonenumber",
  "kyc_level",
  "kyc_status",
  "email_verified",
  "bvn_verified",
  "chatbot_verified",
  "two_factor_enabled",
  "password_pin_hash",
  "created_at",
] as const;

export const transactionColumns = [
  "id",
  "user_id",
  "username",
  "type",
  "status",
  "currency",
  "amount",
  "reference",
  "created_at",
  "updated_at",
  "from_currency",
  "to_currency",
  "swap_type",
  "bank_name",
  "account_number_masked",
  "recipient_username",
  "sender_username",
  "card_type",
  "country",
] as const;

/** Adds some transactions, as the platform does. */
export const insertTransactions = (db: Db, rows: readonly SeedTransaction[]): Promise<void> =>
  insertAsJson(db)("transactions", transactionColumns, rows);
type Say = (step: Step) => void;

/**
 * Lets the event loop turn, and throws where the signal has aborted: the embedded database answers without a turn,
 * so nobody would hear of a signal until all is loaded.
 */
const resting = (signal: AbortSignal | undefined) => async (): Promise<void> => {
  await turn();
  signal?.throwIfAborted();
};
type Rest = ReturnType<typeof resting>;

/** Adds one batch while the next one is made. */
class Ahead {
  #adding: Promise<void> = Promise.resolve();

  /** Resolves once the batch before it is added; rejects where that failed. */
  async next(add: () => Promise<void>): Promise<void> {
    await this.#adding;
    this.#adding = add();
    // Whoever waits for it hears of a failure; until then it is nobody's.
    this.#adding.catch(() => {});
  }

  readonly end = (): Promise<void> => this.#adding;
}

async function loadUsers(load: Load, random: Random, count: number, now: Date, say: Say, rest: Rest): Promise<Person[]> {
  const people: Person[] = [];
  // Its own source, so that balances don't shift what else is drawn.
  const balances = new Balances(new Random(4174), now);
  const ahead = new Ahead();
  for (let from = 0; from < count; from += batchRows) {
    const batch = Array.from({ length: Math.min(batchRows, count - from) }, (_, at) => seedUser(random, from + at, now));
    const opened = balances.open(batch, from);
    await ahead.next(async () => {
      await load.insert("users", userColumns, batch);
      await opened.add(load);
    });
    for (const { id, username } of batch) people.push({ id, username });
    say({ what: "users", done: people.length, of: count });
    await rest();
  }
  await ahead.end();
  await balances.close(load);
  return people;
}

/** Loads exactly `count` transactions over the days before `now`, oldest first. */
async function loadTransactions(
  load: Load,
  random: Random,
  people: readonly Person[],
  count: number,
  now: Date,
  say: Say,
  rest: Rest,
): Promise<void> {
  if (people.length === 0) return;
  const spanMs = demoDays * dayMs;
  const ahead = new Ahead();
  let batch: SeedTransaction[] = [];
  let made = 0;
  while (made < count) {
    // Evenly spread with jitter; the last one lies just before now.
    const at = new Date(now.getTime() - Math.floor(spanMs * (1 - (made + random.next()) / count)));
    for (const row of seedTransactions(random, people, at, now).slice(0, count - made)) {
      batch.push(row);
      made += 1;
    }
    if (batch.length >= batchRows || made >= count) {
      const full = batch;
      await ahead.next(() => load.insert("transactions", transactionColumns, full));
      batch = [];
      say({ what: "transactions", done: made, of: count });
      await rest();
    }
  }
  await ahead.end();
}

async function loadPeopleAndTransactions(load: Load, size: DemoSize, now: Date, say: Say, rest: Rest): Promise<void> {
  const random = new Random(4173);
  await load.tx
    .insert(prices)
    .values(Object.entries(demoPrices).map(([currency, usd]) => ({ currency, usd })))
    .onConflictDoNothing();
  await makeMonths(load.tx, new Date(now.getTime() - demoDays * dayMs), now);
  await unindexed(load.tx, ["users", "transactions", "ledger_accounts", "ledger_postings"], async () => {
    const people = await loadUsers(load, random, size.users, now, say, rest);
    await loadTransactions(load, random, people, size.transactions, now, say, rest);
    await recount(load.tx);
  });
}

/**
 * Fills a new database with demonstration data, the same for the same size and `now`, and adds to an older
 * one the parts that came later; does nothing where that was done. Each part whole or, when it is
 * interrupted or the signal aborts, not at all; throws in the latter case. Resolves to whether the database was new.
 */
export async function loadDemoData(
  { db, loadRows }: Connection,
  size: DemoSize,
  now: Date,
  say: Say = () => {},
  signal?: AbortSignal,
): Promise<boolean> {
  const rest = resting(signal);
  const tokenKey = await signingKey(db);
  const parts: readonly [string, (load: Load) => Promise<void>][] = [
    ["demo-data", (load) => loadPeopleAndTransactions(load, size, now, say, rest)],
    ["demo-belongings", (load) => loadUserBelongings(load, tokenKey, now, rest)],
    ["demo-figures", ({ tx }) => loadFigures(tx, now)],
  ];
  const loaded = new Set<string>();
  for (const [name, fill] of parts)
    await loadRows(async (load) => {
      const { tx } = load;
      // Another process may be at it: however long that takes.
      await tx.execute(sql`set local lock_timeout = 0`);
      const first = await tx.insert(secrets).values({ name, value: now.toISOString() }).onConflictDoNothing().returning();
      if (first.length === 0) return;
      // Nobody follows the changes yet, and an event for each of a million rows would take as long as the rows.
      await tx.execute(sql`set local counterfoil.silent = 'on'`);
      await fill(load);
      loaded.add(name);
    });
  const isNew = loaded.size > 0;
  if (isNew) await db.execute(sql`select fold_tallies()`);
  // Reading an index alone needs to know which pages everybody may see.
  if (isNew) await db.execute(sql`vacuum (analyze)`);
  return loaded.has("demo-data");
}
