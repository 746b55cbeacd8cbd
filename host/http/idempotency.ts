import { createHash } from "node:crypto";
import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AttemptEnd } from "../../src/contract/attempts.ts";
import type { Db } from "../db/connection.ts";
import { settled, sqlState } from "../db/settled.ts";
import { idempotencyKeys } from "../db/schema.ts";
import { Refusal } from "./refusal.ts";

/** The header that this host announces in config.json (CONF-1). */
export const idempotencyHeader = "Idempotency-Key";

/** Answers are kept for a month: longer than any attempt stays unsettled on a device in use. */
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

/** Reads the header; throws 400 for one that is no key. */
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
  // What was stored was sent before, so the status is one that may carry a body.
  return { status: row.status as ContentfulStatusCode, text: row.answer, isReplay: true };
}

/**
 * Does the work once for a key (HOST-5): the key, the work and the answer are one transaction, so that a
 * repeat finds all of them or none, also after a crash; one that comes while the first runs waits for it.
 * A refusal undoes the work and is remembered like any answer.
 */
export function once(
  db: Db,
  request: KeyedRequest,
  now: Date,
  work: (tx: Db) => Promise<{ status: ContentfulStatusCode; text: string }>,
): Promise<StoredAnswer> {
  return settled(db, async (tx) => {
    const { adminId, key } = request;
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
}

/** A request that still runs is waited for this long before it is said to run. */
const runningAfter = "2s";
/** PostgreSQL's code for a lock that didn't come in time. */
const lockNotAvailable = "55P03";

/** When a key was made, in epoch ms, where it says so: a UUID of version 7 begins with it. */
function madeAt(key: string): number | undefined {
  const hex = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.exec(key);
  return hex === null ? undefined : Number.parseInt(`${hex[1]}${hex[2]}`, 16);
}

/**
 * What became of an admin's key; one that was not seen is closed (KEY-1). The key is written as work writes it, under the
 * same constraint, so that of a close and a request one comes first and the other finds its row.
 * Throws 410 for a key that may have been forgotten.
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

/** Forgets answers that are older than a month. */
export async function sweepKeys(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs);
  const old = await db.select({ key: idempotencyKeys.key }).from(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before)).limit(5000);
  if (old.length === 0) return;
  await db.delete(idempotencyKeys).where(
    and(
      inArray(
        idempotencyKeys.key,
        old.map((row) => row.key),
      ),
      lt(idempotencyKeys.createdAt, before),
    ),
  );
}
