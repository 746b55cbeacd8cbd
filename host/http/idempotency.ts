import { createHash } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AttemptEnd } from "../../src/contract/attempts.ts";
import type { Db } from "../db/connection.ts";
import { settled, sqlState } from "../db/settled.ts";
import { idempotencyKeys, turns } from "../db/schema.ts";
import { Refusal } from "./refusal.ts";

/** The header announced in config.json (CONF-1). */
export const idempotencyHeader = "Idempotency-Key";

/** Retention of answers, in ms: longer than an attempt stays unsettled on a device in use. */
const keptMs = 30 * 24 * 3600 * 1000;

export interface KeyedRequest {
  readonly adminId: string;
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

export interface StoredAnswer {
  readonly status: ContentfulStatusCode;
  readonly text: string;
  readonly isReplay: boolean;
}

const hashOf = ({ method, path, body }: KeyedRequest): string =>
  createHash("sha256").update(`${method}\n${path}\n${body}`).digest("base64url");

/** Reads the header; throws 400 if it isn't a valid key. */
export function readKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,200}$/.test(header))
    throw new Refusal(400, `${idempotencyHeader} is not 1 to 200 visible characters`, { field: idempotencyHeader });
  return header;
}

async function rowOf(tx: Db, { adminId, key }: Pick<KeyedRequest, "adminId" | "key">) {
  const [row] = await tx
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.adminId, adminId), eq(idempotencyKeys.key, key)));
  return row;
}

async function replay(tx: Db, request: KeyedRequest): Promise<StoredAnswer> {
  const row = await rowOf(tx, request);
  if (row?.requestHash === null) throw new Refusal(409, "This attempt was closed");
  if (row?.status == null || row.answer === null) throw new Error("An idempotency key was found without its answer.");
  if (row.requestHash !== hashOf(request))
    throw new Refusal(422, `${idempotencyHeader} was used before for another request`, { field: idempotencyHeader });
  // The stored status was sent before with a body, so it may carry one.
  return { status: row.status as ContentfulStatusCode, text: row.answer, isReplay: true };
}

/**
 * Does the work once per key (HOST-5). Key, work and answer are one transaction, so a repeat finds all or none, also after a crash;
 * a concurrent repeat waits for the first. A refusal rolls the work back and is stored like any answer.
 */
export async function once(
  db: Db,
  request: KeyedRequest,
  now: Date,
  work: (tx: Db) => Promise<{ status: ContentfulStatusCode; text: string }>,
): Promise<StoredAnswer> {
  const { adminId, key } = request;
  const done = settled(db, async (tx) => {
    const taken = await tx
      .insert(idempotencyKeys)
      .values({ adminId, key, requestHash: hashOf(request), createdAt: now })
      .onConflictDoNothing()
      .returning();
    if (taken.length === 0) return replay(tx, request);
    const { status, text } = await work(tx);
    await tx
      .update(idempotencyKeys)
      .set({ status, answer: text })
      .where(and(eq(idempotencyKeys.adminId, adminId), eq(idempotencyKeys.key, key)));
    return { status, text, isReplay: false };
  });
  try {
    return await done;
  } catch (error) {
    // The answer to the COMMIT may be lost, as in a failover, of what was done.
    const kept = await rowOf(db, request).catch(() => undefined);
    if (kept?.requestHash !== hashOf(request)) throw error;
    return replay(db, request);
  }
}

/** How long a running request is waited for before it is reported as running. */
const runningAfter = "2s";
/** PostgreSQL's lock_not_available. */
const lockNotAvailable = "55P03";

/** A key's creation time in epoch ms, from the timestamp of a UUIDv7; undefined for other keys. */
function madeAt(key: string): number | undefined {
  const hex = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.exec(key);
  return hex === null ? undefined : Number.parseInt(`${hex[1]}${hex[2]}`, 16);
}

/**
 * The outcome of an admin's key; an unseen key is closed (KEY-1). The key is inserted as a request would insert it, under the same
 * constraint, so either the close or the request comes first, and the other sees its row. Throws 410 for a key that may have been
 * swept.
 */
export async function closeKey(db: Db, owner: Pick<KeyedRequest, "adminId" | "key">, now: Date): Promise<AttemptEnd> {
  try {
    return await settled(db, async (tx) => {
      const made = madeAt(owner.key);
      if (made !== undefined && now.getTime() - made > keptMs && (await rowOf(tx, owner)) === undefined)
        throw new Refusal(410, "Keys are remembered for 30 days; this one may be older");
      await tx.execute(sql.raw(`set local lock_timeout = '${runningAfter}'`));
      await tx
        .insert(idempotencyKeys)
        .values({ ...owner, createdAt: now })
        .onConflictDoNothing();
      const row = await rowOf(tx, owner);
      if (row === undefined) throw new Error("An idempotency key went while it was closed.");
      const at = row.createdAt.toISOString();
      if (row.requestHash === null) return { state: "never", at };
      if (row.status === null || row.answer === null) throw new Error("An idempotency key was found without its answer.");
      const answer: unknown = JSON.parse(row.answer);
      return { state: row.status < 300 ? "done" : "refused", status: row.status, at, answer };
    });
  } catch (error) {
    if (sqlState(error) !== lockNotAvailable) throw error;
    return { state: "running" };
  }
}

/** Time by which one turn may sweep further, as an interval: more than passes until the next, but not all that a clock is ahead. */
const sweptAtOnce = "2 hours";

/**
 * Deletes answers older than `keptMs`. A key that went too early would be called "never", and paid again; so a clock that runs ahead
 * for some hours, here or at one of several hosts, forgets none that may still be asked for: how far the keys are swept is kept.
 */
export async function sweepKeys(db: Db, now: Date): Promise<void> {
  const old = new Date(now.getTime() - keptMs);
  const at = sql`${old.toISOString()}::timestamptz`;
  const [swept = { until: old }] = await db
    .insert(turns)
    .values({ name: "swept keys", until: sql`least(${at}, (select min(${idempotencyKeys.createdAt}) from ${idempotencyKeys}))` })
    .onConflictDoUpdate({
      target: turns.name,
      set: { until: sql`greatest(${turns.until}, least(${at}, ${turns.until} + ${sweptAtOnce}::interval))` },
    })
    .returning();
  const before = swept.until < old ? swept.until : old;
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
}
