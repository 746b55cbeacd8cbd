import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { type Connection, openServer } from "../../../host/db/connection.ts";
import { rows } from "../../../host/db/rows.ts";

/** Where the tests' databases are made; without it they run on the embedded one. */
export const serverUrl = process.env["TEST_DATABASE_URL"];

/** The URL of another database on the tests' server. */
export const urlOf = (database: string): string => {
  const [before = "", query = ""] = (serverUrl ?? "").split("?");
  return `${before.replace(/\/[^/]*$/, `/${database}`)}${query === "" ? "" : `?${query}`}`;
};

/** Any number that nothing else on the server locks by. */
const makingTemplate = 41_730_001;

async function withServer<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = openServer(serverUrl ?? "");
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** Makes the database that the others are copied from, once for all the test processes. */
async function makeTemplate(name: string, fill: (connection: Connection) => Promise<void>): Promise<void> {
  await withServer(({ db }) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${makingTemplate})`);
      const made = await rows(tx, v.object({ one: v.number() }), sql`select 1 as one from pg_database where datname = ${name}`);
      if (made.length > 0) return;
      // A database can't be made inside a transaction: another connection does it, while this one keeps others out.
      const growing = `${name}_growing`;
      await withServer((other) => other.db.execute(sql.raw(`drop database if exists ${growing}`)));
      await withServer((other) => other.db.execute(sql.raw(`create database ${growing}`)));
      const connection = openServer(urlOf(growing));
      await fill(connection);
      await connection.close();
      await withServer((other) => other.db.execute(sql.raw(`alter database ${growing} rename to ${name}`)));
    }),
  );
}

export interface TestDatabase {
  readonly url: string;
  /** Drops it; nobody may be connected any more, or is cut off. */
  readonly drop: () => Promise<void>;
}

/** A database of its own on the tests' server, a copy of the template or, without one, empty, in the server's encoding or another. */
export async function makeDatabase(
  template?: { readonly name: string; readonly fill: (connection: Connection) => Promise<void> },
  encoding?: string,
): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  if (template !== undefined) await makeTemplate(template.name, template.fill);
  const from = template === undefined ? "" : ` template ${template.name}`;
  const as = encoding === undefined ? "" : ` template template0 encoding '${encoding}' locale 'C'`;
  await withServer(({ db }) => db.execute(sql.raw(`create database ${name}${from}${as}`)));
  return {
    url: urlOf(name),
    drop: async () => {
      await withServer(({ db }) => db.execute(sql.raw(`drop database ${name} with (force)`)));
    },
  };
}
