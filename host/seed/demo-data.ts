import { setImmediate as turn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { prices, secrets } from "../db/schema.ts";
import { demoPrices } from "./amounts.ts";
import { signingKey } from "../sessions/tokens.ts";
import { openBalances } from "./balances.ts";
import { loadFigures } from "./figures.ts";
import type { Step } from "./progress.ts";
import { Random } from "./random.ts";
import { type Person, type SeedTransaction, seedTransactions } from "./transactions.ts";
import { type SeedUser, seedUser } from "./users.ts";
import { loadUserBelongings } from "./wallets.ts";
import { withoutIndexes } from "./without-indexes.ts";

export interface DemoSize {
  readonly users: number;
  readonly transactions: number;
}

/** The demonstration data spans this much time before the first start. */
export const demoDays = 180;

const batchRows = 5000;

/** Inserts many users with one parameter: one statement a batch is what makes a million rows load. */
export async function insertUsers(db: Db, rows: readonly SeedUser[]): Promise<void> {
  await db.execute(sql`
    insert into users (id, username, name, email, phonenumber, kyc_level, kyc_status, email_verified, bvn_verified, chatbot_verified, two_factor_enabled, created_at)
    select id, username, name, email, phonenumber, kyc_level, kyc_status, email_verified, bvn_verified, chatbot_verified, two_factor_enabled, created_at
    from json_populate_recordset(null::users, ${JSON.stringify(rows)}::json)`);
}

/** Inserts many transactions with one parameter. */
export async function insertTransactions(db: Db, rows: readonly SeedTransaction[]): Promise<void> {
  await db.execute(sql`
    insert into transactions (id, user_id, username, type, status, currency, amount, reference, created_at, updated_at, from_currency, to_currency,
      swap_type, bank_name, account_number_masked, recipient_username, sender_username, card_type, country)
    select id, user_id, username, type, status, currency, amount, reference, created_at, updated_at, from_currency, to_currency,
      swap_type, bank_name, account_number_masked, recipient_username, sender_username, card_type, country
    from json_populate_recordset(null::transactions, ${JSON.stringify(rows)}::json)`);
}

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

async function loadUsers(db: Db, random: Random, count: number, now: Date, say: Say, rest: Rest): Promise<Person[]> {
  const people: Person[] = [];
  // Its own source, so that balances don't shift what else is drawn.
  const forBalances = new Random(4174);
  for (let from = 0; from < count; from += batchRows) {
    const batch = Array.from({ length: Math.min(batchRows, count - from) }, (_, at) => seedUser(random, from + at, now));
    await insertUsers(db, batch);
    await openBalances(db, forBalances, batch, from, now);
    for (const { id, username } of batch) people.push({ id, username });
    say({ what: "users", done: people.length, of: count });
    await rest();
  }
  return people;
}

/** Loads exactly `count` transactions over the days before `now`, oldest first, so that the index grows at its end. */
async function loadTransactions(
  db: Db,
  random: Random,
  people: readonly Person[],
  count: number,
  now: Date,
  say: Say,
  rest: Rest,
): Promise<void> {
  if (people.length === 0) return;
  const spanMs = demoDays * 24 * 3600 * 1000;
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
      await insertTransactions(db, batch);
      batch = [];
      say({ what: "transactions", done: made, of: count });
      await rest();
    }
  }
}

async function loadPeopleAndTransactions(tx: Db, size: DemoSize, now: Date, say: Say, rest: Rest): Promise<void> {
  const random = new Random(4173);
  await tx
    .insert(prices)
    .values(Object.entries(demoPrices).map(([currency, usd]) => ({ currency, usd })))
    .onConflictDoNothing();
  await withoutIndexes(tx, ["transactions_by_words", "users_by_words"], async () => {
    const people = await loadUsers(tx, random, size.users, now, say, rest);
    await loadTransactions(tx, random, people, size.transactions, now, say, rest);
  });
}

/**
 * Fills a new database with demonstration data, the same for the same size and `now`, and adds to an older
 * one the parts that came later; does nothing where that was done. Each part whole or, when it is
 * interrupted or the signal aborts, not at all; throws in the latter case. Resolves to whether the database was new.
 */
export async function loadDemoData(db: Db, size: DemoSize, now: Date, say: Say = () => {}, signal?: AbortSignal): Promise<boolean> {
  const rest = resting(signal);
  const tokenKey = await signingKey(db);
  const parts: readonly [string, (tx: Db) => Promise<void>][] = [
    ["demo-data", (tx) => loadPeopleAndTransactions(tx, size, now, say, rest)],
    ["demo-belongings", (tx) => loadUserBelongings(tx, tokenKey, now, rest)],
    ["demo-figures", (tx) => loadFigures(tx, now)],
  ];
  const loaded = new Set<string>();
  for (const [name, load] of parts)
    await db.transaction(async (tx) => {
      // Another process may be at it: however long that takes.
      await tx.execute(sql`set local lock_timeout = 0`);
      const first = await tx.insert(secrets).values({ name, value: now.toISOString() }).onConflictDoNothing().returning();
      if (first.length === 0) return;
      // Nobody follows the changes yet, and an event for each of a million rows would take as long as the rows.
      await tx.execute(sql`set local counterfoil.silent = 'on'`);
      await load(tx);
      loaded.add(name);
    });
  const isNew = loaded.size > 0;
  if (isNew) await db.execute(sql`select fold_tallies()`);
  // Reading an index alone needs to know which pages everybody may see.
  if (isNew) await db.execute(sql`vacuum (analyze)`);
  return loaded.has("demo-data");
}
