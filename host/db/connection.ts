import { Socket } from "node:net";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { Pool } from "pg";
import { log, toldError } from "../operation/log.ts";
import { type Heard, listenOnServer } from "./listener.ts";
import { type Load, insertAsJson, insertByCopy } from "./load.ts";

/** A database or a transaction on it: the one type that all queries take. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** An open database. The embedded one has a single connection: inside a transaction use its `tx` alone, or it waits for itself. */
export interface Connection {
  readonly db: Db;
  /** Runs several statements, without parameters, on one connection; none of them stays open when it throws. */
  readonly script: (sql: string) => Promise<void>;
  /** Runs work that loads many rows, in one transaction. */
  readonly loadRows: <T>(work: (load: Load) => Promise<T>) => Promise<T>;
  /** Clears away what changes have left, and counts again what the planner goes by; a server does both by itself. */
  readonly tidy: () => Promise<void>;
  /**
   * From here on requests are answered: a connection on which nothing comes or goes for `silentMs` in the middle of
   * something is given up. Until then a statement may take as long as it takes.
   */
  readonly beginToServe: (silentMs?: number) => void;
  /**
   * Hears what is sent with NOTIFY, by this process or another one on the database, until the returned function is
   * called. `heard.again`: some of it may have been missed.
   */
  readonly listen: (heard: Heard) => () => Promise<void>;
  /** How busy it is. */
  readonly load: () => { readonly connections: number; readonly idle: number; readonly waiting: number };
  readonly close: () => Promise<void>;
}

/** PostgreSQL inside this process, on a directory or, without one, in memory. */
export const openEmbedded = async (dataDir?: string, dump?: Blob): Promise<Connection> => embedded(await createEmbedded(dataDir, dump));

/** The embedded database itself, for tests that keep a dump of it. */
export const createEmbedded = (dataDir?: string, dump?: Blob): Promise<PGlite> =>
  PGlite.create({
    extensions: { pg_trgm },
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(dump === undefined ? {} : { loadDataDir: dump }),
  });

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
    loadRows: (work) => db.transaction((tx) => work({ tx, insert: insertAsJson(tx) })),
    tidy: async () => {
      await client.exec("vacuum (analyze)");
    },
    beginToServe: () => {},
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
 * So long, in ms, a request waits for a connection or a lock, and the server for the next statement of a
 * transaction: a host process that hangs must not hold up the others for ever.
 */
const longestWaitMs = 20_000;

/**
 * No statement of a request takes as long, in ms. Where a network drops what is sent, the system itself would wait for
 * a quarter of an hour.
 */
const silentAtMostMs = 60_000;

/** The sockets of a pool's connections. */
class Sockets {
  readonly #open = new Set<Socket>();
  /** 0: for ever. */
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

/** A PostgreSQL server, or what speaks its protocol. `waitMs`: how long a request waits for a connection. */
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
  });
  // A connection that the server closes, idle or in use, must not end the process; the next query opens another.
  pool.on("connect", (client) => client.on("error", (error) => log("error", "database connection", toldError(error))));
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
    loadRows: async (work) => {
      const client = await pool.connect();
      try {
        await client.query("begin");
        const done = await work({ tx: drizzlePg(client), insert: insertByCopy(client) });
        await client.query("commit");
        client.release();
        return done;
      } catch (error) {
        // Ends the transaction, too, whatever state the connection is in.
        client.release(true);
        throw error;
      }
    },
    tidy: () => Promise.resolve(),
    beginToServe: (silentMs = silentAtMostMs) => sockets.giveUpAfter(silentMs),
    listen: (heard) => listenOnServer({ connectionString: url, application_name: "counterfoil events", keepAlive: true }, heard),
    load: () => ({ connections: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}
