import { useLiveQuery } from "./use-live-query.ts";
import { type ApprovalPolicy, type PolicyProposal, readPolicy } from "../../contract/approvals.ts";
import { nameOf } from "../../contract/call.ts";
import { readKeptPolicy } from "../../db/money/approval-policy.ts";
import { askAgain } from "./ask-again.ts";
import { useSync } from "./sync-context.ts";
import { isAwaited } from "./is-awaited.ts";
import { type Fetching, useFeed } from "./use-feed.ts";
import { useOffers } from "./use-offers.ts";

/** What is known of the host's second-admin rules. */
export type KnownPolicy =
  /** Not offered by the host, or not to this admin. */
  | { readonly is: "not offered" }
  | { readonly is: "reading" }
  /** It could not be read and none is cached. */
  | { readonly is: "unread" }
  /** `asOf`: when it was requested (device epoch ms). `proposed`: new rules waiting for a second super_admin. */
  | {
      readonly is: "known";
      readonly policy: ApprovalPolicy;
      readonly proposed?: PolicyProposal | undefined;
      readonly asOf: number;
    };

const call = nameOf(readPolicy);

/** The host's second-admin rules, from the cache, kept fresh (APPR-1). */
export function useApprovalPolicy(): { readonly known: KnownPolicy; readonly fetching: Fetching; readonly refresh: () => Promise<void> } {
  const { db } = useSync();
  const isOffered = useOffers()("approvals");
  const cached = useLiveQuery(async () => (await readKeptPolicy(db)) ?? null, [db]);
  const { fetching, refresh } = useFeed("approvalPolicy", isOffered ? null : undefined, call, "first");
  const known = (): KnownPolicy => {
    if (!isOffered) return { is: "not offered" };
    if (cached) return { is: "known", ...cached };
    return cached === undefined || isAwaited(fetching) ? { is: "reading" } : { is: "unread" };
  };
  return { known: known(), fetching, refresh };
}

/** Refetches the rules and returns them; undefined if the host could not be asked. */
export function useReadPolicyAgain(): () => ReturnType<typeof readKeptPolicy> {
  const sync = useSync();
  return () => askAgain(sync, "approvalPolicy", null, () => readKeptPolicy(sync.db));
}

/** The host's label for a reason code; the code itself if the rules don't (or no longer) name it. */
export const reasonWord = (known: KnownPolicy, code: string): string =>
  (known.is === "known" ? known.policy.reasons.find((one) => one.code === code)?.label : undefined) ?? code;
