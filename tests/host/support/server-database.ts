import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { type Connection, openServer } from "../../../host/db/connection.ts";
import { rows } from "../../../host/db/rows.ts";

/** The PostgreSQL server for the tests' databases; if unset, they use the embedded one. */
export const serverUrl = process.env["TEST_DATABASE_URL"];

/** The URL of another database on that server. */
export const urlOf = (database: string): string => {
  const [before = "", query = ""] = (serverUrl ?? "").split("?");
  return `${before.replace(/\/[^/]*$/, `/${database}`)}${query === "" ? "" : `?${query}`}`;
};

/** An arbitrary number, unused by other locks on the server. */
const makingTemplate = 41_730_001;

async function withServer<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = openServer(serverUrl ?? "");
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** Creates the template database once for all test processes. */
async function makeTemplate(name: string, fill: (connection: Connection, url: string) => Promise<void>): Promise<void> {
  await withServer(({ db }) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${makingTemplate})`);
      const made = await rows(tx, v.object({ one: v.number() }), sql`select 1 as one from pg_database where datname = ${name}`);
      if (made.length > 0) return;
      // CREATE DATABASE can't run in a transaction: another connection does it, while this one holds the lock.
      const growing = `${name}_growing`;
      await withServer((other) => other.db.execute(sql.raw(`drop database if exists ${growing}`)));
      await withServer((other) => other.db.execute(sql.raw(`create database ${growing}`)));
      const connection = openServer(urlOf(growing));
      await fill(connection, urlOf(growing));
      await connection.close();
      await withServer((other) => other.db.execute(sql.raw(`alter database ${growing} rename to ${name}`)));
    }),
  );
}

export interface TestDatabase {
  readonly url: string;
  /** Drops the database, cutting off open connections. */
  readonly drop: () => Promise<void>;
}

/** A new database on the tests' server: a copy of the template, or empty, in the server's encoding and locale or another. */
export async function makeDatabase(
  template?: { readonly name: string; readonly fill: (connection: Connection, url: string) => Promise<void> },
  encoding?: string,
  locale = "'C'",
): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  if (template !== undefined) await makeTemplate(template.name, template.fill);
  const from = template === undefined ? "" : ` template ${template.name}`;
  const as = encoding === undefined ? "" : ` template template0 encoding '${encoding}' locale ${locale}`;
  await withServer(({ db }) => db.execute(sql.raw(`create database ${name}${from}${as}`)));
  return {
    url: urlOf(name),
    drop: async () => {
      await withServer(({ db }) => db.execute(sql.raw(`drop database ${name} with (force)`)));
    },
  };
}
