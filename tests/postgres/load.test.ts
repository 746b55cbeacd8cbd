import { sql } from "drizzle-orm";
import * as v from "valibot";
import { expect, test } from "vitest";
import { type Connection, embedded, openServer } from "../../host/db/connection.ts";
import { copyText } from "../../host/db/load.ts";
import { migrate } from "../../host/db/migrate.ts";
import { rows } from "../../host/db/rows.ts";
import { makeMonths } from "../../host/db/months.ts";
import { demoDays, insertTransactions, loadDemoData } from "../../host/seed/demo-data.ts";
import { makeDatabase } from "../host/support/server-database.ts";
import { emptyImage, openCopy } from "../host/support/embedded.ts";
import { testNow } from "../host/support/test-host.ts";

const tables = {
  users: "id",
  transactions: "id",
  ledger_accounts: "id",
  ledger_postings: "entry_id, account_id",
  wallets: "id",
  transaction_days: "day",
  transaction_sums: "currency, is_trade, stage",
  transaction_kinds: "day, type, status, currency",
  user_days: "day",
  user_groups: "sort, key, id",
};

/** A digest of each table's rows. */
async function digests({ db }: Connection): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [table, order] of Object.entries(tables)) {
    const query = `select count(*)::int as count, md5(string_agg(md5(row_to_json(t)::text), '' order by ${order})) as digest from ${table} t`;
    found[table] = (await rows(db, v.object({ count: v.number(), digest: v.string() }), sql.raw(query)))[0];
  }
  return found;
}

const indexesOf = ({ db }: Connection) =>
  rows(db, v.object({ indexdef: v.string() }), sql`select indexdef from pg_indexes where schemaname = 'public' order by indexdef`);

const triggersOf = ({ db }: Connection) =>
  rows(
    db,
    v.object({ name: v.string(), enabled: v.string() }),
    sql`select tgname as name, tgenabled as enabled from pg_trigger where not tgisinternal order by 1`,
  );

test("[HOST-6] a server that is loaded by COPY has the rows, counts, indexes and triggers that the embedded database has", async () => {
  const { url, drop } = await makeDatabase();
  const loaded = [openServer(url), embedded(await openCopy(await emptyImage()))] as const;
  try {
    for (const connection of loaded) {
      await migrate(connection);
      await loadDemoData(connection, { users: 400, transactions: 12_000 }, testNow);
    }
    const [server, embedded] = loaded;
    expect(await digests(server)).toEqual(await digests(embedded));
    expect((await digests(server))["transactions"]).toMatchObject({ count: 12_000 });
    expect(await indexesOf(server)).toEqual(await indexesOf(embedded));
    expect(await triggersOf(server)).toEqual(await triggersOf(embedded));
    expect((await triggersOf(server)).every(({ enabled }) => enabled === "O")).toBe(true);
  } finally {
    for (const connection of loaded) await connection.close();
    await drop();
  }
});

const partitionsOf = ({ db }: Connection) =>
  rows(
    db,
    v.object({ name: v.string(), bounds: v.string() }),
    sql`
      select relname as name, pg_get_expr(relpartbound, oid) as bounds from pg_class join pg_inherits on inhrelid = oid
      where relpartbound is not null and relkind = 'r' order by 1`,
  );

const constraintsOf = ({ db }: Connection) =>
  rows(
    db,
    v.object({ said: v.string() }),
    sql`select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as said from pg_constraint where conrelid <> 0 and contype <> 'n' and connamespace = 'public'::regnamespace order by 1`,
  );

/** Adds the rows of one database to another one as the platform does, with every index, key and trigger at work. */
async function insertPlainly(from: Connection, to: Connection): Promise<void> {
  for (const table of ["users", "transactions", "ledger_accounts", "ledger_entries", "ledger_postings", "wallets"]) {
    const [found] = await rows(
      from.db,
      v.object({ list: v.string(), lines: v.string() }),
      sql`
        select (
          select string_agg(column_name, ', ') from information_schema.columns
          where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'
        ) as list, (select json_agg(t)::text from ${sql.identifier(table)} as t) as lines`,
    );
    const list = found?.list ?? "";
    // An account begins at zero; its postings make its balance.
    const values = table === "ledger_accounts" ? list.replace("balance", "0") : list;
    await to.db.execute(sql`
      insert into ${sql.identifier(table)} (${sql.raw(list)}) select ${sql.raw(values)}
      from json_populate_recordset(null::${sql.identifier(table)}, ${found?.lines}::json)`);
  }
  await to.db.execute(sql`select fold_tallies()`);
}

test("[HOST-6] a load leaves what plain inserts would have: rows, counts, balances, months, keys, indexes and triggers; one that was broken off leaves nothing", async () => {
  const databases = [await makeDatabase(), await makeDatabase()] as const;
  const [server, plain] = [openServer(databases[0].url), openServer(databases[1].url)];
  const size = { users: 300, transactions: 9_000 };
  try {
    await migrate(server);
    const old = {
      id: "old",
      user_id: "nobody",
      username: "nobody",
      type: "DEPOSIT",
      status: "COMPLETED",
      currency: "BTC",
      amount: "1",
      reference: "CF-OLD",
      created_at: testNow.toISOString(),
      updated_at: testNow.toISOString(),
    };
    await insertTransactions(server.db, [old]);
    const ending = new AbortController();
    const broken = loadDemoData(server, size, testNow, ({ done }) => done > 5_000 && ending.abort(), ending.signal);
    await expect(broken).rejects.toThrow("abort");
    const left = await rows(
      server.db,
      v.object({ count: v.number() }),
      sql`select (select count(*) from users)::int + count(*)::int as count from transactions`,
    );
    expect(left).toEqual([{ count: 1 }]);

    await loadDemoData(server, size, testNow);
    await migrate(plain);
    await makeMonths(plain.db, new Date(testNow.getTime() - demoDays * 24 * 3600 * 1000), testNow);
    await insertPlainly(server, plain);
    expect(await digests(server)).toEqual(await digests(plain));
    expect((await digests(server))["transactions"]).toMatchObject({ count: 9_001 });
    expect(await partitionsOf(server)).toEqual(await partitionsOf(plain));
    expect(await constraintsOf(server)).toEqual(await constraintsOf(plain));
    expect(await indexesOf(server)).toEqual(await indexesOf(plain));
    expect(await triggersOf(server)).toEqual(await triggersOf(plain));
    expect(await rows(server.db, v.object({}), sql`select from pg_namespace where nspname = 'loading'`)).toEqual([]);
  } finally {
    await server.close();
    await plain.close();
    for (const { drop } of databases) await drop();
  }
}, 60_000);

test("[HOST-6] users without transactions, and nobody at all, are loaded", async () => {
  for (const users of [3, 0]) {
    const { url, drop } = await makeDatabase();
    const connection = openServer(url);
    await migrate(connection);
    await loadDemoData(connection, { users, transactions: 0 }, testNow);
    const found = sql`select (select count(*) from users)::int as users, count(*)::int as transactions from transactions`;
    expect(await rows(connection.db, v.object({ users: v.number(), transactions: v.number() }), found)).toEqual([
      { users, transactions: 0 },
    ]);
    await connection.close();
    await drop();
  }
});

test("[HOST-6] COPY's marks within a value are loaded as they are", async () => {
  const { url, drop } = await makeDatabase();
  const { db, loadRows, close } = openServer(url);
  try {
    const values = ["tab\there", "line\nline\r\n", "back\\slash \\N \\.", "\\.", "", null];
    await db.execute(sql`create table words (at int, word text)`);
    await loadRows(({ insert }) =>
      insert(
        "words",
        ["at", "word"],
        values.map((word, at) => ({ at, word })),
      ),
    );
    expect(await rows(db, v.object({ word: v.nullable(v.string()) }), sql`select word from words order by at`)).toEqual(
      values.map((word) => ({ word })),
    );
    expect(copyText(undefined)).toBe("\\N");
  } finally {
    await close();
    await drop();
  }
});

test("[HOST-6] a load that fails in the middle leaves nothing", async () => {
  const { url, drop } = await makeDatabase();
  const { db, loadRows, close } = openServer(url);
  try {
    await db.execute(sql`create table words (at int primary key, word text)`);
    const twice = [1, 2, 2].map((at) => ({ at }));
    await expect(loadRows(({ insert }) => insert("words", ["at"], twice))).rejects.toThrow("words_pkey");
    expect(await rows(db, v.object({ at: v.number() }), sql`select at from words`)).toEqual([]);
  } finally {
    await close();
    await drop();
  }
});
