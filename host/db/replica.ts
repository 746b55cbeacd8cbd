import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { Refusal } from "../http/refusal.ts";
import { log, toldError } from "../operation/log.ts";
import { StartError } from "../start-error.ts";
import { type Connection, type Db, openServer } from "./connection.ts";
import { rows } from "./rows.ts";

/** Runs a read, on the database or on a replica that has all that was committed when the read began. */
export type Reads = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** A read waits so long for the replica to have what the database has, in ms; then it goes to the database. */
const waitMs = 100;
/** A replica that was behind, or failed, is left aside for as long, in ms, and twice as long each time in a row. */
const asideFromMs = 250;
const asideAtMostMs = 10_000;

const position = v.object({ at: v.string() });
const progress = v.object({ isReplica: v.boolean(), isThere: v.nullable(v.boolean()) });

/** A PostgreSQL server that follows the database by streaming replication, for the reads that can bear it (HOST-7). */
export class Replica {
  /** Reads that the replica has answered, and those that went to the database instead. */
  readonly counts = { here: 0, instead: 0 };
  readonly #primary: Db;
  readonly #replica: Db;
  readonly #now: () => number;
  #asideUntil = 0;
  #asideMs = 0;

  /** `now`: a clock that only goes on, in ms. */
  constructor(primary: Db, replica: Db, now = () => performance.now()) {
    this.#primary = primary;
    this.#replica = replica;
    this.#now = now;
  }

  /** Runs a read where it sees everything that was committed before it began. A read may run twice. Rejects with the read's error on the database. */
  readonly read: Reads = async (work) => {
    if (this.#now() >= this.#asideUntil && (await this.#hasAll())) {
      try {
        const found = await work(this.#replica);
        this.counts.here += 1;
        this.#asideMs = 0;
        return found;
      } catch (error) {
        if (error instanceof Refusal) throw error;
        // It was shut down, or has cancelled the read for what it has to replay.
        this.#leaveAside(error);
      }
    }
    this.counts.instead += 1;
    return work(this.#primary);
  };

  async #hasAll(): Promise<boolean> {
    const [primary] = await rows(this.#primary, position, sql`select pg_current_wal_flush_lsn()::text as at`);
    const until = this.#now() + waitMs;
    try {
      for (let stepMs = 1; ; stepMs *= 2) {
        const [replica] = await rows(
          this.#replica,
          progress,
          sql`select pg_is_in_recovery() as "isReplica", pg_last_wal_replay_lsn() >= ${primary?.at}::pg_lsn as "isThere"`,
        );
        if (replica?.isReplica !== true) throw new Error("it is a replica no longer");
        if (replica.isThere === true) return true;
        if (this.#now() + stepMs > until) break;
        await pause(stepMs);
      }
      this.#leaveAside(undefined);
    } catch (error) {
      this.#leaveAside(error);
    }
    return false;
  }

  #leaveAside(error: unknown): void {
    if (this.#asideMs === 0) log("info", "the replica is left aside", error === undefined ? { behind: true } : toldError(error));
    this.#asideMs = Math.min(Math.max(asideFromMs, this.#asideMs * 2), asideAtMostMs);
    this.#asideUntil = this.#now() + this.#asideMs;
  }
}

const identity = v.object({ system: v.string(), database: v.string(), isReplica: v.boolean() });

const identityOf = async (db: Db): Promise<v.InferOutput<typeof identity> | undefined> =>
  (
    await rows(
      db,
      identity,
      sql`select system_identifier::text as system, current_database() as database, pg_is_in_recovery() as "isReplica" from pg_control_system()`,
    )
  )[0];

/** It answers soon or not at all, in ms: the database can be asked instead. */
const replicaAnswersWithinMs = 2000;

/**
 * Opens what DATABASE_READ_URL names. One that can't be reached is left aside until it can; throws StartError for a
 * server that is no replica of the database.
 */
export async function openReplica(primary: Connection, url: string): Promise<Connection> {
  const connection = openServer(url, replicaAnswersWithinMs);
  const [own, other] = await Promise.all([identityOf(primary.db), identityOf(connection.db).catch(() => undefined)]);
  if (other === undefined || (other.isReplica && other.system === own?.system && other.database === own.database)) {
    if (other === undefined) log("info", "the replica can't be reached yet");
    return connection;
  }
  await connection.close();
  throw new StartError("DATABASE_READ_URL names no replica of DATABASE_URL: it must follow that server, and name the same database.");
}
