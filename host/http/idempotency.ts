import { createHash } from "node:crypto";
import { and, eq, inArray, lt } from "drizzle-orm";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Db } from "../db/connection.ts";
import { settled } from "../db/settled.ts";
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

async function replay(tx: Db, request: KeyedRequest): Promise<StoredAnswer> {
  const [row] = await tx
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.adminId, request.adminId), eq(idempotencyKeys.key, request.key)));
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
