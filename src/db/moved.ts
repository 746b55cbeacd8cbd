import Big from "big.js";
import { emailKey } from "../contract/emails.ts";
import type { Database } from "./database.ts";
import { endOf } from "./journal.ts";

/** What a rule for a second admin counts together (APPR-1). */
export interface MovedSubject {
  readonly operation: "fund" | "deduct";
  readonly email: string;
  readonly currency: string;
}

/** The time within which what an admin moved counts together, in ms (APPR-1). */
export const movedWithinMs = 24 * 3_600_000;

/**
 * What this admin moved directly from this device for a user, operation and currency since `from` (device epoch ms), as
 * decimal text. What is not known to have happened isn't counted; the host has the last word.
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
