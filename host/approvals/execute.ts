import Big from "big.js";
import { eq } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { slips } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { Refusal } from "../http/refusal.ts";
import { lockAccount } from "../ledger/accounts.ts";
import { type Posted, postFunding } from "../ledger/post-funding.ts";
import { requireReversible } from "../ledger/reversals.ts";
import { requireBelowCeiling, worthUsd } from "../ledger/worth.ts";
import { lockUserByEmail } from "../queries/find-user.ts";
import type { UserRow } from "../queries/users.ts";
import { isAble } from "./able.ts";
import type { KeptSignature } from "./signing.ts";
import { type SlipRow, conflict, decide, refuseByHost } from "./slips.ts";

interface Executing {
  readonly tx: Db;
  readonly deps: Deps;
  /** Open, not expired, row locked by the transaction. */
  readonly slip: SlipRow;
  readonly checkerId: string;
  readonly signature: KeptSignature | undefined;
  readonly now: Date;
}

export interface Executed {
  readonly posted: Posted;
  readonly user: UserRow;
  readonly worthUsd: Big | undefined;
}

/** The slip's user, locked; undefined if deleted, or if the email now belongs to someone else. */
async function userOf(tx: Db, { email, userId }: SlipRow): Promise<UserRow | undefined> {
  try {
    const user = await lockUserByEmail(tx, email, "share");
    return user.id === userId ? user : undefined;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined;
    throw error;
  }
}

/** The Refusal that `work` throws, or undefined. Other errors pass through. */
async function refusalOf(work: () => Promise<void>): Promise<Refusal | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/**
 * Executes a slip in the caller's transaction: ledger entry, feed row and slip state (APPR-6). Returns a 409 that leaves
 * the slip open (balance too low, for one) or ends it: its maker may no longer fund, its user is gone, or what it reverses was
 * already reversed. Never throws one, which would undo that the checker's signature is used up.
 */
export async function execute({ tx, deps, slip, checkerId, signature, now }: Executing): Promise<Executed | Refusal> {
  const makerMay = await isAble(tx, slip.makerId, deps.demoAccounts, ({ permissions }) => permissions["canFundUsers"] === true);
  const end = async (why: string): Promise<Refusal> => {
    await refuseByHost(tx, slip, why, now);
    return conflict(tx, slip.id, why);
  };
  if (!makerMay) return end("Its maker may not fund users any more");
  const user = await userOf(tx, slip);
  if (user === undefined) return end(`The user ${slip.email} is gone`);
  const { operation, currency, reverses } = slip;
  const amount = new Big(slip.amount);
  await lockAccount(tx, user.id, "available", currency);
  if (reverses !== null) {
    const problem = await refusalOf(() => requireReversible(tx, { operation, userId: user.id, currency, amount, reverses }));
    if (problem !== undefined) return end(problem.message);
  }
  const worth = operation === "fund" ? await worthUsd(tx, currency, amount) : undefined;
  try {
    requireBelowCeiling(worth, deps.fundCeilingUsd);
    const posted = await postFunding(tx, {
      operation,
      user,
      currency,
      amount,
      reverses,
      now,
      reason: slip.reason,
      note: slip.note,
      slipId: slip.id,
      adminId: checkerId,
    });
    await decide(tx, slip.id, {
      state: "executed",
      checkerId,
      decidedAt: now,
      reference: posted.reference,
      newBalance: posted.newBalance.toFixed(),
      ...(signature === undefined ? {} : { checkerSignature: signature, checkerSignedAt: now }),
    });
    return { posted, user, worthUsd: worth };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Nothing was written before it.
    return conflict(tx, slip.id, error.message);
  }
}

/** Keeps the maker's signature with the slip. */
export const keepMakersSignature = async (tx: Db, id: string, makerSignature: KeptSignature, now: Date): Promise<void> => {
  await tx.update(slips).set({ makerSignature, makerSignedAt: now }).where(eq(slips.id, id));
};
