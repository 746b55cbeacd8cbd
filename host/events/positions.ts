import { createHash, randomBytes } from "node:crypto";
import { asc, desc, eq, gt, lte, sql } from "drizzle-orm";
import * as v from "valibot";
import type { ChangeKind } from "../../src/contract/events.ts";
import type { Db } from "../db/connection.ts";
import { rows } from "../db/rows.ts";
import { events, secrets } from "../db/schema.ts";

export type EventRow = typeof events.$inferSelect;

/** Events are kept for a day (LIVE-6), in ms. */
const keptMs = 24 * 3600 * 1000;
const sweptAtOnce = 5000;

/** What tells a database's positions from those of another one, a restored copy included; the same for every host process. */
export async function databaseMark(db: Db): Promise<string> {
  await db
    .insert(secrets)
    .values({ name: "events", value: randomBytes(16).toString("base64url") })
    .onConflictDoNothing();
  const [secret] = await db.select().from(secrets).where(eq(secrets.name, "events"));
  const [database] = await rows(
    db,
    v.object({ oid: v.string() }),
    sql`select oid::text as oid from pg_database where datname = current_database()`,
  );
  const named = `${secret?.value ?? ""}/${database?.oid ?? ""}`;
  return createHash("sha256").update(named).digest("base64url").slice(0, 12);
}

/** Kinds whose rows a reader is not sent, in the contract's order. */
export type Missed = readonly ChangeKind[];

/**
 * A position as it goes out. It names what its reader missed up to there for want of a permission: whoever may read that
 * later must not go on from it.
 */
export const positionText = (mark: string, position: number, missed: Missed): string => [mark, position, ...missed].join(".");

type PositionReading =
  | { readonly is: "position"; readonly position: number; readonly missed: readonly string[] }
  | { readonly is: "wrong"; readonly why: string };

/** Reads a position that was handed back. */
export function readPosition(mark: string, text: string): PositionReading {
  const [, ofDatabase, number = "", missed = ""] = /^([\w-]{12})\.(\d{1,15})((?:\.[a-zA-Z]{1,20}){0,20})$/.exec(text) ?? [];
  if (ofDatabase === undefined) return { is: "wrong", why: "The position can't be read." };
  if (ofDatabase !== mark) return { is: "wrong", why: "The position is another database's." };
  return { is: "position", position: Number(number), missed: missed.split(".").slice(1) };
}

/** The position of the latest event; 0 before the first one. */
export async function latestPosition(db: Db): Promise<number> {
  const [row] = await db.select({ position: events.position }).from(events).orderBy(desc(events.position)).limit(1);
  return row?.position ?? 0;
}

/** Whether events after a position have been swept. Is to be asked after they were read, so that none goes in between. */
export async function isSwept(db: Db, after: number): Promise<boolean> {
  const [oldest] = await db.select({ position: events.position }).from(events).orderBy(asc(events.position)).limit(1);
  return oldest !== undefined && after < oldest.position - 1;
}

/** The next events after a position, in the order in which they were committed. */
export const eventsAfter = (db: Db, after: number, limit: number): Promise<EventRow[]> =>
  db.select().from(events).where(gt(events.position, after)).orderBy(asc(events.position)).limit(limit);

/** Forgets events that are older than a day; the latest one stays, so that it is known which are missing. */
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
