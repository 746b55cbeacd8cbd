import { Socket } from "node:net";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { sql } from "drizzle-orm";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { Pool } from "pg";
import { log, toldError } from "../operation/log.ts";
import { type Heard, listenOnServer } from "./listener.ts";
import { type Load, insertAsJson, insertByCopy } from "./load.ts";
import { sqlState } from "./settled.ts";

/** A database, or a transaction on it. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** An open database. The embedded one has a single connection: inside a transaction use only its `tx`, or it deadlocks. */
export interface Connection {
  readonly db: Db;
  /** Runs several statements, without parameters, on one connection; rolls back an open transaction when it throws. */
  readonly script: (sql: string) => Promise<void>;
  /** Runs a bulk load in one transaction. */
  readonly loadRows: <T>(work: (load: Load) => Promise<T>) => Promise<T>;
  /** Vacuums and analyses; does nothing on a server, which does both itself. */
  readonly tidy: () => Promise<void>;
  /**
   * Call once requests are served: from then on a connection that is silent for `silentMs` in mid-query is dropped. Before that
   * (migration, seeding) a statement may take any time.
   */
  readonly beginToServe: (silentMs?: number) => void;
  /** Runs work on connections of its own, on which a statement may take any time, also while requests are served. */
  readonly patiently: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  /** Runs a read; a server ends a statement of it that takes longer than the app waits for an answer. */
  readonly read: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  /** Subscribes to NOTIFY, from any process on the database. Returns how to stop. `heard.again`: messages may have been missed. */
  readonly listen: (heard: Heard) => () => Promise<void>;
  /** Pool usage. */
  readonly load: () => { readonly connections: number; readonly idle: number; readonly waiting: number };
  readonly close: () => Promise<void>;
}

/** PostgreSQL inside this process, in a directory or, if omitted, in memory. */
export const openEmbedded = async (dataDir?: string): Promise<Connection> =>
  embedded(await createEmbedded(dataDir === undefined ? {} : { dataDir }));

/** The embedded database itself, with options for tests. */
export const createEmbedded = (options: PGliteOptions): Promise<PGlite> => PGlite.create({ extensions: { pg_trgm }, ...options });

/** Wraps an open PGlite. */
export function embedded(client: PGlite): Connection {
  const db = drizzlePglite(client);
  return {
    db,
    script: async (sql) => {
      try {
        await client.exec(sql);
      } catch (error) {
        await client.exec("rollback");
        throw error;
      }
    },
    loadRows: (work) =>
      db.transaction((tx) => {
        const load: Load = { tx, insert: insertAsJson(tx), aside: (part) => part(load) };
        return work(load);
      }),
    tidy: async () => {
      await client.exec("vacuum (analyze)");
    },
    beginToServe: () => {},
    patiently: (work) => work(db),
    read: (work) => work(db),
    listen: ({ channels, again }) => {
      const listening = Promise.all(Object.entries(channels).map(([channel, hear]) => client.listen(channel, hear)));
      listening.then(again, (error: unknown) => log("error", "listening", toldError(error)));
      return async () => {
        for (const unlisten of await listening) await unlisten();
      };
    },
    load: () => ({ connections: 1, idle: 0, waiting: 0 }),
    close: () => client.close(),
  };
}

/**
 * How long, in ms, a request waits for a connection or a lock, and the server for a transaction's next statement, so that a hung
 * host process can't block the others for ever.
 */
const longestWaitMs = 20_000;

/** Longer than any request's statement, in ms. If a network drops packets, the OS would wait a quarter of an hour. */
const silentAtMostMs = 60_000;

/** How long the app waits for an answer's first byte, in ms; then it asks again. */
const readAtMostMs = 15_000;

/** The sockets of a pool. */
class Sockets {
  readonly #open = new Set<Socket>();
  /** 0: no timeout. */
  #silentMs = 0;

  readonly make = (): Socket => {
    const socket = new Socket();
    this.#open.add(socket);
    socket.on("timeout", () => socket.destroy(new Error(`the database has said nothing for ${this.#silentMs / 1000} s`)));
    socket.on("close", () => this.#open.delete(socket));
    return socket.setTimeout(this.#silentMs);
  };

  giveUpAfter(silentMs: number): void {
    this.#silentMs = silentMs;
    for (const socket of this.#open) socket.setTimeout(silentMs);
  }
}

/** PostgreSQL's read_only_sql_transaction: after a failover a connection may lead to the replica that the server has become. */
const readOnly = "25006";

/** A load waits for what is done beside it, or by a process before it, however long; and it builds indexes of many rows. */
const forLoads =
  "set local lock_timeout = 0; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local maintenance_work_mem = '256MB'";

/** A PostgreSQL server, or one that speaks its protocol. `waitMs`: how long a request waits for a connection. */
export function openServer(url: string, waitMs = longestWaitMs): Connection {
  const sockets = new Sockets();
  const pool = new Pool({
    connectionString: url,
    stream: sockets.make,
    application_name: "counterfoil",
    max: 10,
    connectionTimeoutMillis: waitMs,
    lock_timeout: longestWaitMs,
    idle_in_transaction_session_timeout: longestWaitMs,
    keepAlive: true,
    // For single statements, too: see `db.transaction` below.
    onConnect: (client) => client.query("set default_transaction_isolation = 'read committed'").then(() => {}),
  });
  // A connection closed by the server, idle or in use, must not crash the process; the next query opens another.
  pool.on("connect", (client) => client.on("error", (error) => log("error", "database connection", toldError(error))));
  pool.on("error", () => {});
  const loadRows = async <T>(work: (load: Load) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    try {
      await client.query(`begin; ${forLoads}`);
      const done = await work({ tx: drizzlePg(client), insert: insertByCopy(client), aside: loadRows });
      await client.query("commit");
      client.release();
      return done;
    } catch (error) {
      // Destroys the connection, and with it any open transaction.
      client.release(true);
      throw error;
    }
  };
  const db = drizzlePg(pool);
  // drizzle-orm never releases a connection whose BEGIN failed. Everything is written for this isolation: who waits for a lock then
  // sees what the other has done. Under a stricter one, where the database begins with it, most of those who wait would fail.
  db.transaction = async (work, config = { isolationLevel: "read committed" }) => {
    const client = await pool.connect();
    let hasBegun = false;
    let isReadOnly = false;
    try {
      return await drizzlePg(client).transaction((tx) => {
        hasBegun = true;
        return work(tx);
      }, config);
    } catch (error) {
      isReadOnly = sqlState(error) === readOnly;
      throw error;
    } finally {
      // Destroys the connection unless the server has said that the transaction is over, and could have made changes.
      client.release(!hasBegun || isReadOnly || client.getTransactionStatus() !== "I");
    }
  };
  return {
    db,
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
    loadRows,
    tidy: () => Promise.resolve(),
    beginToServe: (silentMs = silentAtMostMs) => sockets.giveUpAfter(silentMs),
    patiently: async (work) => {
      const other = openServer(url);
      try {
        return await work(other.db);
      } finally {
        await other.close();
      }
    },
    // Not a startup parameter: poolers refuse those that they don't know.
    read: (work) =>
      db.transaction(async (tx) => {
        await tx.execute(sql.raw(`set local statement_timeout = ${readAtMostMs}`));
        return work(tx);
      }),
    listen: (heard) => listenOnServer({ connectionString: url, application_name: "counterfoil events", keepAlive: true }, heard),
    load: () => ({ connections: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}
