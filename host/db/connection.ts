import { PGlite } from "@electric-sql/pglite";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { Pool } from "pg";

/** A database or a transaction on it: the one type that all queries take. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** An open database. The embedded one has a single connection: inside a transaction use its `tx` alone, or it waits for itself. */
export interface Connection {
  readonly db: Db;
  /** Runs several statements, without parameters, on one connection; none of them stays open when it throws. */
  readonly script: (sql: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** PostgreSQL inside this process, on a directory or, without one, in memory. */
export async function openEmbedded(dataDir?: string, dump?: Blob): Promise<Connection> {
  const client = await PGlite.create({
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(dump === undefined ? {} : { loadDataDir: dump }),
  });
  return embedded(client);
}

/** Wraps an open PGlite, for tests that made it from a dump. */
export function embedded(client: PGlite): Connection {
  return {
    db: drizzlePglite(client),
    script: async (sql) => {
      try {
        await client.exec(sql);
      } catch (error) {
        await client.exec("rollback");
        throw error;
      }
    },
    close: () => client.close(),
  };
}

/**
 * So long, in ms, a request waits for a connection or a lock, and the server for the next statement of a
 * transaction: a host process that hangs must not hold up the others for ever.
 */
const longestWaitMs = 20_000;

/** A PostgreSQL server, or what speaks its protocol. */
export function openServer(url: string): Connection {
  const pool = new Pool({
    connectionString: url,
    application_name: "counterfoil",
    max: 10,
    connectionTimeoutMillis: longestWaitMs,
    lock_timeout: longestWaitMs,
    idle_in_transaction_session_timeout: longestWaitMs,
    keepAlive: true,
  });
  // A connection that the server closes, idle or in use, must not end the process; the next query opens another.
  pool.on("connect", (client) => client.on("error", (error) => console.error(`Database: ${error.message}`)));
  pool.on("error", () => {});
  return {
    db: drizzlePg(pool),
    script: async (sql) => {
      const client = await pool.connect();
      try {
        await client.query(sql);
        client.release();
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
    close: () => pool.end(),
  };
}
