import Big from "big.js";
import type { ApprovalPolicy } from "../../contract/approvals.ts";
import { emailKey } from "../../contract/emails.ts";
import type { Database } from "../store/database.ts";
import { type Attempt, endOf } from "./journal.ts";

/** What a second-admin rule adds up (APPR-1). */
export interface MovedSubject {
  readonly operation: "fund" | "deduct";
  readonly email: string;
  readonly currency: string;
}

/** An attempt's effect on a user's money, directly or as a slip; undefined if it has none. */
export function fundOperationOf({ operation, details }: Pick<Attempt, "operation" | "details">): MovedSubject["operation"] | undefined {
  const named = operation === "makeSlip" ? details["of"] : operation;
  return named === "fund" || named === "deduct" ? named : undefined;
}

/**
 * The latest attempts to move money, however many others came since. Those that ended after a sign-out have no amount any more, and
 * are left out.
 */
export const latestFundings = (db: Database, limit: number): Promise<Attempt[]> =>
  db.journal
    .orderBy("at")
    .reverse()
    .filter((attempt) => fundOperationOf(attempt) !== undefined && attempt.details["amount"] !== undefined)
    .limit(limit)
    .toArray();

/** Window in which an admin's moves are added up, in ms (APPR-1). */
export const movedWithinMs = 24 * 3_600_000;

/** The sum above which a second admin is needed; undefined: never. */
export function limitOf(
  { rules }: Pick<ApprovalPolicy, "rules">,
  { operation, currency }: Omit<MovedSubject, "email">,
): string | undefined {
  const limits = rules.filter((rule) => rule.operation === operation && rule.currency === currency).map(({ above }) => new Big(above));
  return limits.reduce<Big | undefined>((least, one) => (least === undefined || one.lt(least) ? one : least), undefined)?.toFixed();
}

/**
 * What this admin moved directly from this device since `from` (device epoch ms), for a user, operation and currency, as decimal
 * text. Counts only confirmed attempts; the host has the last word.
 */
export async function movedSince(db: Database, { operation, email, currency }: MovedSubject, from: number): Promise<string> {
  const later = await db.journal.where("at").aboveOrEqual(from).toArray();
  const mine = later.filter(
    (attempt) =>
      attempt.operation === operation &&
      endOf(attempt) === "done" &&
      attempt.details["currency"] === currency &&
      emailKey(attempt.details["email"] ?? "") === emailKey(email),
  );
  return mine.reduce((sum, { details }) => sum.plus(details["amount"] || 0), new Big(0)).toFixed();
}
