import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { Refusal } from "../http/refusal.ts";
import { log, toldError } from "../operation/log.ts";
import { StartError } from "../start-error.ts";
import { type Connection, type Db, openServer } from "./connection.ts";
import { rows } from "./rows.ts";
import { dateProblem } from "./server-problem.ts";
import { sqlState } from "./settled.ts";

/** Runs a read, on the database or on a replica that has everything committed before the read began. */
export type Reads = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** How long a read waits for the replica to catch up, in ms, before it goes to the database. */
const waitMs = 100;
/** How long a replica that lagged or failed is skipped, in ms; doubles with each failure in a row. */
const asideFromMs = 250;
const asideAtMostMs = 10_000;

/** PostgreSQL's query_canceled, by its statement_timeout; a replay conflict has another state. */
const queryCanceled = "57014";

/** Identifies the cluster and the database; a replica has the same, also after a failover. */
const origin = sql`(select system_identifier from pg_control_system()) || ' ' || current_database()`;

const position = v.object({ at: v.string(), origin: v.string(), timeline: v.string() });
type Position = v.InferOutput<typeof position>;
const progress = v.object({ isReplica: v.boolean(), isThere: v.nullable(v.boolean()) });

/** A streaming replica of the database, for reads that tolerate one (HOST-7). */
export class Replica {
  /** Reads answered by the replica, and reads that went to the database instead. */
  readonly counts = { here: 0, instead: 0 };
  readonly #primary: Connection;
  readonly #replica: Connection;
  readonly #now: () => number;
  #asideUntil = 0;
  #asideMs = 0;

  /** `now`: a monotonic clock, in ms. */
  constructor(primary: Connection, replica: Connection, now = () => performance.now()) {
    this.#primary = primary;
    this.#replica = replica;
    this.#now = now;
  }

  /**
   * Runs a read where everything committed before it is visible. May run it twice. Rejects with the read's error on the database.
   */
  readonly read: Reads = async (work) => {
    if (this.#now() >= this.#asideUntil) {
      const upTo = await this.#written();
      try {
        // One connection for both: an address that several replicas share leads each connection to another one.
        const found = await this.#replica.read(async (tx) =>
          // Another read may have left it aside while this one waited for a connection.
          this.#now() >= this.#asideUntil && (await this.#hasAll(tx, upTo)) ? { read: await work(tx) } : undefined,
        );
        if (found !== undefined) {
          this.counts.here += 1;
          this.#asideMs = 0;
          return found.read;
        }
        this.#leaveAside(undefined);
      } catch (error) {
        if (error instanceof Refusal) throw error;
        // Shut down, slow, or the read was cancelled by a replay conflict.
        this.#leaveAside(error);
        // The app has given it up by now; what it asks next goes to the database.
        if (sqlState(error) === queryCanceled) throw error;
      }
    }
    this.counts.instead += 1;
    return this.#primary.read(work);
  };

  async #written(): Promise<Position | undefined> {
    const [primary] = await rows(
      this.#primary.db,
      position,
      // The control file names a new timeline minutes after a promotion only.
      sql`select at::text, ${origin} as origin, left(pg_walfile_name(at), 8) as timeline from pg_current_wal_flush_lsn() as at`,
    );
    return primary;
  }

  /** Whether the replica on this connection has all up to a position, at once or within `waitMs`. */
  async #hasAll(tx: Db, upTo: Position | undefined): Promise<boolean> {
    const until = this.#now() + waitMs;
    for (let stepMs = 1; ; stepMs *= 2) {
      const [replica] = await rows(
        tx,
        progress,
        // On an older timeline it may be ahead, by what a failover has lost.
        sql`
          select pg_is_in_recovery() and ${origin} = ${upTo?.origin}
              and upper(lpad(to_hex(min_recovery_end_timeline), 8, '0')) = ${upTo?.timeline}
              and current_setting('datestyle') like 'ISO%' as "isReplica",
            pg_last_wal_replay_lsn() >= ${upTo?.at}::pg_lsn as "isThere"
          from pg_control_recovery()`,
      );
      if (replica?.isReplica !== true)
        throw new Error("it is no replica of the database, not on its timeline yet, or writes dates in another style");
      if (replica.isThere === true) return true;
      if (this.#now() + stepMs > until) return false;
      await pause(stepMs);
    }
  }

  #leaveAside(error: unknown): void {
    if (this.#now() < this.#asideUntil) return;
    if (this.#asideMs === 0) log("info", "the replica is left aside", error === undefined ? { behind: true } : toldError(error));
    this.#asideMs = Math.min(Math.max(asideFromMs, this.#asideMs * 2), asideAtMostMs);
    this.#asideUntil = this.#now() + this.#asideMs;
  }
}

const identity = v.object({ origin: v.string(), isReplica: v.boolean(), dates: v.string() });

const identityOf = async (db: Db): Promise<v.InferOutput<typeof identity> | undefined> =>
  (await rows(db, identity, sql`select ${origin} as origin, pg_is_in_recovery() as "isReplica", current_setting('datestyle') as dates`))[0];

/** Short, in ms, since the database can be asked instead. */
const replicaAnswersWithinMs = 2000;

/**
 * Opens DATABASE_READ_URL. While it can't be reached, or turns out not to be a replica of the database, it is skipped. Throws
 * StartError if it can be reached now and is none.
 */
export async function openReplica(primary: Connection, url: string): Promise<Connection> {
  const connection = openServer(url, replicaAnswersWithinMs);
  const [own, other] = await Promise.all([identityOf(primary.db), identityOf(connection.db).catch(() => undefined)]);
  if (other === undefined) {
    log("info", "the replica can't be reached yet");
    return connection;
  }
  const problem =
    other.isReplica && other.origin === own?.origin
      ? dateProblem(other.dates, url)
      : new StartError("DATABASE_READ_URL names no replica of DATABASE_URL: it must follow that server, and name the same database.");
  if (problem === undefined) return connection;
  await connection.close();
  throw problem;
}
