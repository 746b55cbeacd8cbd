import { useEffect, useRef } from "react";
import type { ApprovalPolicy } from "../../../contract/approvals.ts";
import type { Host } from "../../../sync/wire/host.ts";
import type { PasskeyEnd } from "../../../sync/session/passkeys.ts";
import type { KnownPolicy } from "../../data/use-approval-policy.ts";
import { useSync } from "../../data/sync-context.ts";

/** Result of asking for a signature; `none`: the policy requires none. */
export type Signed =
  | { readonly is: "none" }
  | { readonly is: "signed"; readonly signature: Readonly<Record<string, unknown>> }
  | { readonly is: "missing"; readonly why: Exclude<PasskeyEnd, { readonly is: "done" }> };

/** The signing method of slips, if known. */
export const signingOf = (policy: KnownPolicy): ApprovalPolicy["signing"] => (policy.is === "known" ? policy.policy.signing : "none");

/** Whether the signature the policy requires can be given: a host that requires one announces passkeys in config.json. */
export const canSign = (policy: KnownPolicy, { config }: Host): boolean => signingOf(policy) === "none" || config.passkeys !== undefined;

/**
 * Asks for the admin's signature of a digest, if the policy requires one (APPR-10). The only place that does. `stopAsking`, as
 * unmounting, takes the question back: it resolves to undefined then, and nothing may be sent. Never rejects.
 */
export function useSignature() {
  const { host } = useSync();
  const asking = useRef<AbortController>(undefined);
  const stopAsking = (): void => asking.current?.abort();
  useEffect(() => () => asking.current?.abort(), []);
  const askSignature = async (digest: string, policy: KnownPolicy): Promise<Signed | undefined> => {
    const { signal } = (asking.current = new AbortController());
    if (signingOf(policy) === "none") return { is: "none" };
    const end = await import("../../../sync/session/passkeys.ts")
      .then(({ signDigest }) => signDigest(host, digest, signal))
      // Its code can't be loaded.
      .catch((): PasskeyEnd<never> => ({ is: "none", why: "failed" }));
    if (signal.aborted) return undefined;
    return end.is === "done" ? { is: "signed", signature: end.value } : { is: "missing", why: end };
  };
  return { askSignature, stopAsking };
}
