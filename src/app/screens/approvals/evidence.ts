import type { Slip } from "../../../contract/approvals.ts";
import { compareMagnitudes } from "../../../contract/decimal.ts";
import type { Transaction } from "../../../contract/transactions.ts";
import type { SlipCheck } from "../../../db/money/slip-checks.ts";
import { sameWithinMs } from "../../../sync/money/slip-check.ts";
import type { CachedUser } from "../../data/use-users.ts";
import type { SlipRow } from "../../data/use-slips.ts";
import { isOperation } from "./slip-words.ts";

/** Why a check was impossible; `failed`: `message` is the host's, if it gave one. */
export type Unchecked = "out" | "permission" | "unknownUser" | "noDate" | "operation" | "failed";

/** Result of one check. `against`: points to a mistake. Times are epoch ms. */
export type Finding =
  | {
      readonly about: "same";
      readonly is: "against";
      readonly rows: readonly Transaction[];
      readonly isWhole: boolean;
      readonly asOf: number;
    }
  | { readonly about: "same"; readonly is: "clear"; readonly asOf: number }
  | { readonly about: "asked"; readonly is: "against"; readonly slips: readonly SlipRow[] }
  | { readonly about: "first"; readonly is: "against" | "clear"; readonly total: number; readonly asOf: number }
  | { readonly about: "young"; readonly is: "against"; readonly ageMs: number; readonly asOf: number }
  | { readonly about: "young"; readonly is: "clear"; readonly since: number; readonly asOf: number }
  | { readonly about: "same" | "first" | "young"; readonly is: "unchecked"; readonly why: Unchecked; readonly message?: string | undefined }
  | { readonly about: "same" | "first" | "young"; readonly is: "awaited" };

/** What is known of a slip's circumstances. */
export interface Known {
  readonly slip: SlipRow;
  /** The host's latest answer; undefined while pending, or if there never was one. */
  readonly check: SlipCheck | undefined;
  readonly isOut: boolean;
  readonly user: CachedUser | undefined;
  /** Whether the user is still being looked up. */
  readonly isUserAwaited: boolean;
  readonly mayViewTransactions: boolean;
  /** Cached slips about the same user. */
  readonly slips: readonly SlipRow[];
}

/** Users younger than this point to a mistake (APPR-5), in ms. */
const youngMs = 24 * 3_600_000;

function sameFinding({ slip, check, isOut, user, isUserAwaited, mayViewTransactions }: Known): Finding {
  const about = "same";
  // Which way it moves money isn't known.
  if (!isOperation(slip.operation)) return { about, is: "unchecked", why: "operation" };
  if (!mayViewTransactions) return { about, is: "unchecked", why: "permission" };
  if (isOut && check?.same.is !== "known") return { about, is: "unchecked", why: "out" };
  // Transactions can only be found by username; earlier results stay valid.
  if (!isOut && !user?.username) return isUserAwaited ? { about, is: "awaited" } : { about, is: "unchecked", why: "unknownUser" };
  if (!check) return { about, is: "awaited" };
  const { same } = check;
  if (same.is === "failed") return { about, is: "unchecked", why: "failed", message: same.message };
  const { rows, isWhole, asOf } = same;
  if (rows.length > 0) return { about, is: "against", rows, isWhole, asOf };
  // None among the first of many says nothing about the rest.
  return isWhole ? { about, is: "clear", asOf } : { about, is: "unchecked", why: "failed" };
}

function firstFinding({ check, isOut }: Known): Finding {
  const about = "first";
  if (!check) return isOut ? { about, is: "unchecked", why: "out" } : { about, is: "awaited" };
  const { maker } = check;
  if (isOut && maker.is === "failed") return { about, is: "unchecked", why: "out" };
  if (maker.is === "failed") return { about, is: "unchecked", why: "failed", message: maker.message };
  return { about, is: maker.isFirst ? "against" : "clear", total: maker.total, asOf: maker.asOf };
}

function youngFinding({ slip, user, isOut, isUserAwaited }: Known): Finding {
  const about = "young";
  if (!user) return isUserAwaited && !isOut ? { about, is: "awaited" } : { about, is: "unchecked", why: isOut ? "out" : "unknownUser" };
  if (!user.createdAt) return { about, is: "unchecked", why: "noDate" };
  const since = Date.parse(user.createdAt);
  const ageMs = slip.madeMs - since;
  return ageMs < youngMs
    ? { about, is: "against", ageMs: Math.max(0, ageMs), asOf: user.seenAt }
    : { about, is: "clear", since, asOf: user.seenAt };
}

const isSameAsked = (slip: Slip & { madeMs: number }, other: SlipRow): boolean =>
  other.id !== slip.id &&
  other.operation === slip.operation &&
  other.currency === slip.currency &&
  compareMagnitudes(other.amount, slip.amount) === 0 &&
  // An executed slip is found as the transaction it made.
  other.state !== "executed" &&
  Math.abs(other.madeMs - slip.madeMs) <= sameWithinMs;

/** Which checks of a slip point to a mistake, which don't, and which were impossible. */
export function findingsOf(known: Known): readonly Finding[] {
  const asked = known.slips.filter((other) => isSameAsked(known.slip, other));
  return [
    sameFinding(known),
    ...(asked.length > 0 ? [{ about: "asked" as const, is: "against" as const, slips: asked }] : []),
    firstFinding(known),
    youngFinding(known),
  ];
}
