import { setImmediate as turn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Connection, Db } from "../db/connection.ts";
import { type Load, batchRows, insertAsJson, unindexed } from "../db/load.ts";
import { addLoose, adoptLoose, beginLoose, indexLoose, looseMonth, monthOf, spanOf } from "../db/loose-months.ts";
import { makeMonths } from "../db/months.ts";
import { prices, secrets } from "../db/schema.ts";
import { demoPrices } from "./amounts.ts";
import { signingKey } from "../sessions/tokens.ts";
import { Balances } from "./balances.ts";
import { wantDemoSlips } from "./demo-slips.ts";
import { loadFigures } from "./figures.ts";
import type { Step } from "./progress.ts";
import { Random } from "./random.ts";
import { recountTransactions, recountUsers } from "./recount.ts";
import { type Person, type SeedTransaction, seedTransactions } from "./transactions.ts";
import { seedUser } from "./users.ts";
import { loadUserBelongings } from "./wallets.ts";

export interface DemoSize {
  readonly users: number;
  readonly transactions: number;
  /** Whether `loadDemoSlips` is to follow. */
  readonly slips?: boolean;
}

/** The demonstration data spans this much time before the first start. */
export const demoDays = 180;

const dayMs = 24 * 3600 * 1000;
/** The first balances of so many users are one entry of the ledger. */
const usersAtOnce = 5000;

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

/** Takes so many further rows as loaded. */
type Say = (rows: number) => void;

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

const userSeed = 4173;

/** Draws the users for what their transactions need of them: cheaper than waiting until `loadUsers` is done, or keeping whole users. */
async function drawPeople(random: Random, count: number, now: Date, rest: Rest): Promise<Person[]> {
  const people: Person[] = [];
  for (let at = 0; at < count; at += 1) {
    const { id, username } = seedUser(random, at, now);
    people.push({ id, username });
    if (at % usersAtOnce === 0) await rest();
  }
  return people;
}

async function loadUsers(load: Load, count: number, now: Date, say: Say, rest: Rest): Promise<void> {
  const random = new Random(userSeed);
  // Its own source, so that balances don't shift what else is drawn.
  const balances = new Balances(new Random(4174), now);
  const ahead = new Ahead();
  for (let from = 0; from < count; from += usersAtOnce) {
    const batch = Array.from({ length: Math.min(usersAtOnce, count - from) }, (_, at) => seedUser(random, from + at, now));
    const opened = balances.open(batch, from);
    await ahead.next(async () => {
      await load.insert("users", userColumns, batch);
      await opened.add(load);
    });
    say(batch.length);
    await rest();
  }
  await ahead.end();
  await balances.close(load);
}

/** Some transactions of one month. */
interface Batch {
  readonly month: string;
  readonly rows: readonly SeedTransaction[];
}

/** Draws exactly `count` transactions over the days before `now`, oldest first. */
function* drawTransactions(random: Random, people: readonly Person[], count: number, now: Date): Generator<Batch> {
  if (people.length === 0) return;
  const spanMs = demoDays * dayMs;
  let month = "";
  let monthEnds = 0;
  let batch: SeedTransaction[] = [];
  let made = 0;
  while (made < count) {
    // Evenly spread with jitter; the last one lies just before now.
    const at = new Date(now.getTime() - Math.floor(spanMs * (1 - (made + random.next()) / count)));
    if (batch.length >= batchRows || at.getTime() >= monthEnds) {
      if (batch.length > 0) yield { month, rows: batch };
      month = monthOf(at);
      monthEnds = spanOf(month)[1].getTime();
      batch = [];
    }
    for (const row of seedTransactions(random, people, at, now).slice(0, count - made)) {
      batch.push(row);
      made += 1;
    }
  }
  if (batch.length > 0) yield { month, rows: batch };
}

/** So many months are filled, or get their indexes, at once. */
const monthsAtOnce = 2;

/** Loads transactions into loose months, oldest first; resolves to the months. */
async function loadTransactions(load: Load, drawn: Iterator<Batch, unknown>, say: Say, rest: Rest): Promise<string[]> {
  await load.aside(({ tx }) => beginLoose(tx));
  const months: string[] = [];
  const working: Promise<void>[] = [];
  let next = drawn.next();

  /** Fills the month that comes next; its indexes are made while the one after it is filled. */
  const fill = (month: string, isFilled: () => void): Promise<void> =>
    load.aside(async ({ tx, insert }) => {
      await addLoose(tx, month);
      const ahead = new Ahead();
      while (next.done !== true && next.value.month === month) {
        const { rows } = next.value;
        await ahead.next(() => insert(looseMonth(month), transactionColumns, rows, { freeze: true }));
        say(rows.length);
        await rest();
        next = drawn.next();
      }
      await ahead.end();
      isFilled();
      await indexLoose(tx, month);
    });

  try {
    while (next.done !== true) {
      const { month } = next.value;
      months.push(month);
      await new Promise<void>((resolve, reject) => {
        const filling = fill(month, resolve);
        filling.catch(reject);
        working.push(filling);
      });
      if (working.length >= monthsAtOnce) await working.shift();
    }
  } finally {
    // Nothing goes on beside a transaction that is over.
    await Promise.allSettled(working);
  }
  await Promise.all(working);
  return months;
}

const parts = ["demo-data", "demo-belongings", "demo-figures"] as const;

/** Notes the parts that the database doesn't have yet as there. Another process that is at it is waited for. */
async function missingParts(tx: Db, now: Date): Promise<ReadonlySet<string>> {
  const values = parts.map((name) => ({ name, value: now.toISOString() }));
  const added = await tx.insert(secrets).values(values).onConflictDoNothing().returning();
  return new Set(added.map(({ name }) => name));
}

/**
 * Fills a new database with demonstration data, the same for the same size and `now`, and adds to an older
 * one the parts that came later; does nothing where that was done. All or nothing: an
 * interruption leaves nothing, and so does the signal, which makes it throw. Returns whether the people and transactions are new.
 *
 * The transactions are loaded beside the users and what they have.
 */
export async function loadDemoData(
  { db, loadRows }: Connection,
  size: DemoSize,
  now: Date,
  tell: (step: Step) => void = () => {},
  signal?: AbortSignal,
): Promise<boolean> {
  let done = 0;
  const say: Say = (rows) => {
    done += rows;
    tell({ done, of: size.users + size.transactions });
  };
  const failed = new AbortController();
  const rest = resting(signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal]));
  const tokenKey = await signingKey(db);
  const loaded = await loadRows(async (load) => {
    const { tx } = load;
    const missing = await missingParts(tx, now);
    if (missing.size === 0) return missing;
    // Nobody follows the changes yet, and an event for each of a million rows would take as long as the rows.
    await tx.execute(sql`set local counterfoil.silent = 'on'`);
    let transactions: Promise<readonly string[]> = Promise.resolve([]);
    try {
      if (missing.has("demo-data")) {
        if (size.slips === true) await wantDemoSlips(tx);
        await tx
          .insert(prices)
          .values(Object.entries(demoPrices).map(([currency, usd]) => ({ currency, usd })))
          .onConflictDoNothing();
        const random = new Random(userSeed);
        const people = await drawPeople(random, size.users, now, rest);
        transactions = loadTransactions(load, drawTransactions(random, people, size.transactions, now), say, rest);
        transactions.catch(() => {});
        await unindexed(tx, ["users", "ledger_accounts", "ledger_postings"], async () => {
          await loadUsers(load, size.users, now, say, rest);
          await recountUsers(tx);
        });
      }
      if (missing.has("demo-belongings")) await loadUserBelongings(load, tokenKey, now, rest);
      if (missing.has("demo-figures")) await loadFigures(tx, now, size.users > 0);
      const months = await transactions;
      if (missing.has("demo-data")) {
        await makeMonths(tx, new Date(now.getTime() - demoDays * dayMs), now);
        await adoptLoose(tx, months, transactionColumns);
        await recountTransactions(tx);
      }
    } catch (error) {
      failed.abort(error);
      // Where they failed first, theirs is the error to tell.
      await transactions;
      throw error;
    }
    return missing;
  });
  if (loaded.size > 0) {
    await db.execute(sql`select fold_tallies()`);
    // Reading an index alone needs to know which pages everybody may see.
    await db.execute(sql`vacuum (analyze)`);
  }
  return loaded.has("demo-data");
}
