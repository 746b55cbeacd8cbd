import Big from "big.js";
import { type SQL, and, asc, count, desc, eq, gt, inArray, isNotNull, lte, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type SlipState, type listSlips, slipText } from "../../src/contract/approvals.ts";
import { searchText } from "../../src/contract/text.ts";
import { emailForms } from "../../src/contract/user-terms.ts";
import { digest, writeEntry } from "../audit/write-entry.ts";
import { nobody } from "../audit/draft.ts";
import type { Db } from "../db/connection.ts";
import { settled } from "../db/settled.ts";
import { admins, ledgerEntries, slips } from "../db/schema.ts";
import type { QueryIn } from "../http/call-types.ts";
import { Refusal } from "../http/refusal.ts";
import { withoutNulls } from "../wire.ts";
import { expireProposals } from "./policy.ts";

export type SlipRow = typeof slips.$inferSelect;

const maker = alias(admins, "maker");
const checker = alias(admins, "checker");
const reversal = alias(ledgerEntries, "reversal");

const person = (of: typeof maker | typeof checker) => ({ id: of.id, name: of.adminName, email: of.email });

/** Slips joined with their maker's and checker's names and the reference of any reversal. */
const told = (db: Db) =>
  db
    .select({ slip: slips, maker: person(maker), checker: person(checker), reversedBy: reversal.reference })
    .from(slips)
    .innerJoin(maker, eq(maker.id, slips.makerId))
    .leftJoin(checker, eq(checker.id, slips.checkerId))
    .leftJoin(reversal, eq(reversal.reverses, slips.reference));
type Told = Awaited<ReturnType<typeof told>>[number];

type Text = Pick<
  SlipRow,
  "id" | "operation" | "email" | "currency" | "amount" | "reason" | "note" | "reverses" | "makerId" | "madeAt" | "expiresAt"
>;

/** A slip's digest (docs/receipts.md). */
export const digestOf = (row: Text): string =>
  digest(
    slipText({
      ...row,
      amount: new Big(row.amount).toFixed(),
      maker: { id: row.makerId },
      madeAt: row.madeAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
    }),
  );

/** A slip on the wire: amounts as decimal text, null fields left out. */
function wireSlip({ slip, maker, checker, reversedBy }: Told): Record<string, unknown> {
  const { userId: _userId, makerId: _makerId, checkerId: _checkerId, makerSignature: _maker, checkerSignature: _checker, ...row } = slip;
  return withoutNulls({
    ...row,
    amount: new Big(row.amount).toFixed(),
    newBalance: row.newBalance === null ? null : new Big(row.newBalance).toFixed(),
    madeAt: row.madeAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString(),
    makerSignedAt: row.makerSignedAt?.toISOString(),
    checkerSignedAt: row.checkerSignedAt?.toISOString(),
    maker,
    checker,
    reversedBy,
  });
}

const missing = (): Refusal => new Refusal(404, "There is no such slip");

/** A slip on the wire. Throws 404 if there is none. */
export async function slipById(db: Db, id: string): Promise<Record<string, unknown>> {
  const [row] = await told(db).where(eq(slips.id, id));
  if (row === undefined) throw missing();
  return wireSlip(row);
}

/** The slips that exist among these, on the wire, by id. */
export async function slipsById(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Record<string, unknown>>> {
  const found = await told(db).where(inArray(slips.id, [...ids]));
  return new Map(found.map((row) => [row.slip.id, wireSlip(row)]));
}

/** A slip, locked until the transaction ends. Throws 404 if there is none. */
export async function holdSlip(tx: Db, id: string): Promise<SlipRow> {
  const [row] = await tx.select().from(slips).where(eq(slips.id, id)).for("update");
  if (row === undefined) throw missing();
  return row;
}

/** A 409 Refusal that carries the slip's current state. */
export const conflict = async (tx: Db, id: string, message: string): Promise<Refusal> =>
  new Refusal(409, message, { data: await slipById(tx, id) });

type Decision = Partial<Omit<SlipRow, "id" | "state">> & { readonly state: Exclude<SlipState, "open"> };

/** Ends an open slip. The database refuses an invalid state transition. */
export const decide = async (tx: Db, id: string, decision: Decision): Promise<void> => {
  await tx.update(slips).set(decision).where(eq(slips.id, id));
};

/** The host's own decisions have no request to log them, so they are logged here. */
const tellOwn = (tx: Db, action: "expireSlip" | "refuseSlip", { id, email, ...slip }: SlipRow, message: string, now: Date) =>
  writeEntry(
    tx,
    {
      action,
      actor: nobody,
      address: "host",
      target: email,
      after: { slip: id, operation: slip.operation, amount: slip.amount, currency: slip.currency },
    },
    { status: 200, message },
    now,
  );

/** Expires a slip that is overdue; the transaction must hold it. */
async function expire(tx: Db, slip: SlipRow, now: Date): Promise<void> {
  await decide(tx, slip.id, { state: "expired", decidedAt: slip.expiresAt });
  await tellOwn(tx, "expireSlip", slip, `Nobody decided until ${slip.expiresAt.toISOString()}`, now);
}

/** Refuses a slip that can no longer be executed, with the reason. */
export async function refuseByHost(tx: Db, slip: SlipRow, why: string, now: Date): Promise<void> {
  await decide(tx, slip.id, { state: "refused", decidedAt: now, why });
  await tellOwn(tx, "refuseSlip", slip, why, now);
}

const due = (now: Date): SQL | undefined => and(eq(slips.state, "open"), lte(slips.expiresAt, now));

const batch = 200;

/** Expires overdue slips, of one user or of all, at most one batch. Returns how many. */
export async function expireDue(tx: Db, now: Date, userId?: string): Promise<number> {
  const which = and(due(now), userId === undefined ? undefined : eq(slips.userId, userId));
  const over = await tx.select().from(slips).where(which).orderBy(asc(slips.id)).limit(batch).for("update", { skipLocked: true });
  for (const slip of over) await expire(tx, slip, now);
  return over.length;
}

/** Expires all overdue slips. Runs before each read; usually costs one index lookup that finds nothing. */
export async function expireSlips(db: Db, now: Date): Promise<void> {
  const [one] = await db.select({ id: slips.id }).from(slips).where(due(now)).limit(1);
  if (one !== undefined && (await settled(db, (tx) => expireDue(tx, now))) === batch) await expireSlips(db, now);
}

/** As `expireSlips`, for policy proposals too. */
export async function expireAll(db: Db, now: Date): Promise<void> {
  await expireSlips(db, now);
  await expireProposals(db, now);
}

const words: Readonly<Record<SlipState, string>> = {
  open: "opened",
  executed: "approved",
  refused: "refused",
  withdrawn: "withdrawn",
  expired: "expired",
};

/**
 * Undefined if the slip, locked by the transaction, can still be decided on; otherwise the refusal. Return the refusal, don't throw
 * it: an overdue slip is expired here, and throwing would roll that back.
 */
export async function decidedBefore(tx: Db, slip: SlipRow, now: Date): Promise<Refusal | undefined> {
  if (slip.state === "open" && slip.expiresAt > now) return undefined;
  if (slip.state === "open") await expire(tx, slip, now);
  const [row] = await told(tx).where(eq(slips.id, slip.id));
  if (row === undefined) throw missing();
  const { state } = row.slip;
  const by = row.checker === null ? "" : ` by ${row.checker.name}`;
  const message = state === "expired" ? `The slip expired at ${slip.expiresAt.toISOString()}` : `The slip was ${words[state]} already${by}`;
  return new Refusal(409, message, { data: wireSlip(row) });
}

type Query = QueryIn<typeof listSlips>;

/** Open slips this admin may decide on: made by someone else, and signed by their maker if the policy requires it. */
export interface Decider {
  readonly id: string;
  readonly permissions: Readonly<Record<string, boolean>>;
}

const decidable = ({ id }: Decider, needsSignature: boolean, now: Date): SQL | undefined =>
  and(
    eq(slips.state, "open"),
    gt(slips.expiresAt, now),
    ne(slips.makerId, id),
    needsSignature ? isNotNull(slips.makerSignedAt) : undefined,
  );

function matching({ state, operation, currency, maker: by, reason }: Query): SQL | undefined {
  const states = state?.split(",") ?? [];
  return and(
    states.length === 0 ? undefined : inArray(sql`${slips.state}`, states),
    operation === undefined ? undefined : eq(slips.operation, operation),
    currency === undefined ? undefined : eq(sql`${slips.currency}`, currency.toUpperCase()),
    by === undefined ? undefined : or(eq(slips.makerId, by), inArray(sql`lower(plain_text(${maker.email}))`, emailForms(searchText(by)))),
    reason === undefined ? undefined : eq(slips.reason, reason),
  );
}

/** One page of matching slips, newest first, the total, and how many of them the admin may decide on. */
export async function pageOfSlips(
  db: Db,
  query: Query,
  by: Decider,
  needsSignature: boolean,
  now: Date,
): Promise<{ approvals: Record<string, unknown>[]; total: number; toDecide: number }> {
  const where = matching(query);
  const found = await told(db)
    .where(where)
    .orderBy(desc(slips.madeAt), desc(slips.id))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
  const [counted] = await db.select({ total: count() }).from(slips).innerJoin(maker, eq(maker.id, slips.makerId)).where(where);
  const mayDecide = by.permissions["canFundUsers"] === true;
  const toDecide = mayDecide ? await db.$count(slips, decidable(by, needsSignature, now)) : 0;
  return { approvals: found.map(wireSlip), total: counted?.total ?? 0, toDecide };
}
