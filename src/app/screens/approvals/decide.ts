import { approveSlip, refuseSlip, signSlip, type Slip, withdrawSlip } from "../../../contract/approvals.ts";
import type { BodyOf, MutationCall } from "../../../contract/call.ts";
import type { Intent } from "../../../sync/money/gate.ts";
import { slipsPath } from "../../../sync/feeds/slips-feed.ts";
import { sessionStore } from "../../../sync/state/session-store.ts";
import type { Sync } from "../../../sync/start-sync.ts";
import { openSlips } from "../../data/use-slips.ts";
import { isOperation, stateAt } from "./slip-words.ts";

export type Decision = "approve" | "refuse" | "withdraw";

/** Journal operation of each decision; with the slip's id, each has its own subject. */
export const operationOf = {
  approve: "approveSlip",
  refuse: "refuseSlip",
  withdraw: "withdrawSlip",
  sign: "signSlip",
} as const satisfies Record<Decision | "sign", string>;

/** Why a decision can't be made, besides a missing permission or an unreachable host, which apply to every mutation. */
export type Off = "own" | "expired" | "operation" | "rules" | "unsigned" | "signing" | "digest" | "unsettled";

export interface Circumstances {
  readonly isOwn: boolean;
  /** Current time on the host's clock (epoch ms). */
  readonly now: number;
  /** Digest of what is shown. */
  readonly digest: string;
  /** The policy is still being fetched: whether it requires signatures isn't known. */
  readonly isReading: boolean;
  /** Whether the policy requires signatures, and whether this version can give one. */
  readonly isSigned: boolean;
  readonly canSign: boolean;
  /** A decision on the slip has an unknown outcome. */
  readonly isUnsettled: boolean;
}

/** Why an open slip can't be decided this way now; undefined if it can (APPR-5, APPR-7). */
export function offReason(slip: Slip, decision: Decision, now: Circumstances): Off | undefined {
  if (stateAt(slip, now.now) !== "open") return "expired";
  if (decision !== "withdraw" && now.isOwn) return "own";
  if (decision !== "withdraw" && !isOperation(slip.operation)) return "operation";
  if (now.isUnsettled) return "unsettled";
  if (decision !== "approve") return undefined;
  // What is shown here is not what would be executed.
  if (now.digest !== slip.digest) return "digest";
  if (now.isReading) return "rules";
  if (now.isSigned && !slip.makerSignedAt) return "unsigned";
  return now.canSign ? undefined : "signing";
}

interface Confirmed {
  readonly id: string;
  readonly openedAt: number;
  readonly slip: Slip;
  readonly digest: string;
  readonly note: string;
  readonly signature: Readonly<Record<string, unknown>> | undefined;
}

/** Refetches what a decision changes: the slip, the list to decide, the user's balances, the feed; and the rules, which may be why it was refused. */
function refreshAfter(sync: Sync, slip: Slip): () => Promise<unknown> {
  const { dispatcher } = sync;
  const mayWallets = (sessionStore.current() ?? sync.session).claims?.permissions?.["canManageWallets"] !== false;
  return () =>
    Promise.all([
      dispatcher.demand("slip", slip.id),
      dispatcher.demand("slips", { filter: openSlips, page: 1 }),
      dispatcher.demand("approvalPolicy", null),
      ...(mayWallets ? [dispatcher.demand("wallets", slip.email)] : []),
      sync.refreshHead(),
      sync.refreshAnalytics(),
    ]);
}

function intentOf<C extends MutationCall>(
  sync: Sync,
  call: C,
  decision: keyof typeof operationOf,
  confirmed: Confirmed,
  body: BodyOf<C>,
): Intent<C> {
  const { id, openedAt, slip, note } = confirmed;
  const { email, currency, amount, operation } = slip;
  return {
    id,
    openedAt,
    call,
    path: slipsPath(sync.host, `/{id}/${decision}`),
    params: { id: slip.id },
    body,
    operation: operationOf[decision],
    subject: [slip.id],
    target: email,
    details: { email, currency, amount, slip: slip.id, ...(decision === "approve" && { of: operation }), ...(note && { note }) },
    refresh: refreshAfter(sync, slip),
  };
}

/** Intent of the maker's signature (APPR-10). */
export const signIntent = (
  sync: Sync,
  confirmed: Confirmed & { readonly signature: Readonly<Record<string, unknown>> },
): Intent<typeof signSlip> => intentOf(sync, signSlip, "sign", confirmed, { digest: confirmed.digest, signature: confirmed.signature });

/** Intent of a confirmed decision, for the gate. */
export function decisionIntent(
  sync: Sync,
  decision: Decision,
  confirmed: Confirmed,
): Intent<typeof approveSlip | typeof refuseSlip | typeof withdrawSlip> {
  switch (decision) {
    case "approve": {
      const { digest, signature } = confirmed;
      return intentOf(sync, approveSlip, decision, confirmed, { digest, ...(signature && { signature }) });
    }
    case "refuse":
      return intentOf(sync, refuseSlip, decision, confirmed, { note: confirmed.note });
    case "withdraw":
      return intentOf(sync, withdrawSlip, decision, confirmed, {});
  }
}
