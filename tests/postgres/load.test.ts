import { sql } from "drizzle-orm";
import * as v from "valibot";
import { expect, test } from "vitest";
import { type Connection, openEmbedded, openServer } from "../../host/db/connection.ts";
import { copyText } from "../../host/db/load.ts";
import { migrate } from "../../host/db/migrate.ts";
import { rows } from "../../host/db/rows.ts";
import { loadDemoData } from "../../host/seed/demo-data.ts";
import { makeDatabase } from "../host/support/server-database.ts";
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
  const loaded = [openServer(url), await openEmbedded()] as const;
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
