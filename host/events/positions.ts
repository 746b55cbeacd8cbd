import { createHash, randomBytes } from "node:crypto";
import { asc, desc, eq, gt, lte, sql } from "drizzle-orm";
import * as v from "valibot";
import type { ChangeKind } from "../../src/contract/events.ts";
import type { Db } from "../db/connection.ts";
import { rows } from "../db/rows.ts";
import { events, secrets } from "../db/schema.ts";
import { sqlState } from "../db/settled.ts";

export type EventRow = typeof events.$inferSelect;

/** PostgreSQL's feature_not_supported. */
const featureNotSupported = "0A000";

/** Retention of events, in ms (LIVE-6). */
const keptMs = 24 * 3600 * 1000;
const sweptAtOnce = 5000;

/** The server's timeline, another one after each failover and point-in-time recovery; empty where the server has none to tell. */
async function timelineOf(db: Db): Promise<string> {
  try {
    const [wal] = await rows(
      db,
      v.object({ timeline: v.string() }),
      sql`select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline`,
    );
    return wal?.timeline ?? "";
  } catch (error) {
    if (sqlState(error) === featureNotSupported) return "";
    throw error;
  }
}

/**
 * Identifies this database among others; the same in every host process. Restored copies and, by its timeline, a server that was
 * promoted are others: they may lack what was sent before.
 */
export async function databaseMark(db: Db): Promise<string> {
  const read = async () => (await db.select().from(secrets).where(eq(secrets.name, "events")))[0];
  let secret = await read();
  // Not written where there is one: a database may be read-only for a while.
  if (!secret) {
    await db
      .insert(secrets)
      .values({ name: "events", value: randomBytes(16).toString("base64url") })
      .onConflictDoNothing();
    secret = await read();
  }
  const [database] = await rows(
    db,
    v.object({ oid: v.string() }),
    sql`select oid::text as oid from pg_database where datname = current_database()`,
  );
  const named = `${secret?.value ?? ""}/${database?.oid ?? ""}/${await timelineOf(db)}`;
  return createHash("sha256").update(named).digest("base64url").slice(0, 12);
}

/** Kinds a reader may not see, in the contract's order. */
export type Missed = readonly ChangeKind[];

/**
 * A position on the wire. It names the kinds its reader missed for lack of permission: a reader who has gained or lost one since
 * can't resume from it.
 */
export const positionText = (mark: string, position: number, missed: Missed): string => [mark, position, ...missed].join(".");

type PositionReading =
  | { readonly is: "position"; readonly position: number; readonly missed: readonly string[] }
  | { readonly is: "wrong"; readonly why: string };

/** Parses a position sent by a reader. */
export function readPosition(mark: string, text: string): PositionReading {
  const [, ofDatabase, number = "", missed = ""] = /^([\w-]{12})\.(\d{1,15})((?:\.[a-zA-Z]{1,20}){0,20})$/.exec(text) ?? [];
  if (ofDatabase === undefined) return { is: "wrong", why: "The position can't be read." };
  if (ofDatabase !== mark) return { is: "wrong", why: "The position is another database's." };
  return { is: "position", position: Number(number), missed: missed.split(".").slice(1) };
}

/** The latest event's position; 0 if there is none. */
export async function latestPosition(db: Db): Promise<number> {
  const [row] = await db.select({ position: events.position }).from(events).orderBy(desc(events.position)).limit(1);
  return row?.position ?? 0;
}

/** Whether events after a position have been swept. Call after reading them, so that none is swept in between. */
export async function isSwept(db: Db, after: number): Promise<boolean> {
  const [oldest] = await db.select({ position: events.position }).from(events).orderBy(asc(events.position)).limit(1);
  return oldest !== undefined && after < oldest.position - 1;
}

/** The next events after a position, in commit order. */
export const eventsAfter = (db: Db, after: number, limit: number): Promise<EventRow[]> =>
  db.select().from(events).where(gt(events.position, after)).orderBy(asc(events.position)).limit(limit);

/** Deletes events older than a day; keeps the latest one, so that gaps can be detected. */
export async function sweepEvents(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs);
  const latest = await latestPosition(db);
  for (;;) {
    const old = await db
      .select({ position: events.position })
      .from(events)
      .where(lte(events.at, before))
      .orderBy(asc(events.at))
      .limit(sweptAtOnce);
    const upTo = Math.min(latest - 1, Math.max(0, ...old.map(({ position }) => position)));
    if (old.length === 0 || upTo <= 0) return;
    const gone = await db.delete(events).where(lte(events.position, upTo)).returning({ position: events.position });
    if (old.length < sweptAtOnce || gone.length === 0) return;
  }
}
