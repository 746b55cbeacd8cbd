import type { ApprovalPolicy } from "../../../contract/approvals.ts";
import type { Host } from "../../../sync/wire/host.ts";
import type { PasskeyEnd } from "../../../sync/session/passkeys.ts";
import type { KnownPolicy } from "../../data/use-approval-policy.ts";

/** Result of asking for a signature; `none`: the policy requires none. */
export type Signed =
  | { readonly is: "none" }
  | { readonly is: "signed"; readonly signature: Readonly<Record<string, unknown>> }
  | { readonly is: "missing"; readonly why: Exclude<PasskeyEnd, { readonly is: "done" }> };

/** The signing method of slips, if known. */
export const signingOf = (policy: KnownPolicy): ApprovalPolicy["signing"] => (policy.is === "known" ? policy.policy.signing : "none");

/** Whether the signature the policy requires can be given: a host that requires one announces passkeys in config.json. */
export const canSign = (policy: KnownPolicy, { config }: Host): boolean => signingOf(policy) === "none" || config.passkeys !== undefined;

/** Asks for the admin's signature of a digest, if the policy requires one (APPR-10). The only place that does. Never rejects. */
export async function askSignature(host: Host, digest: string, policy: KnownPolicy): Promise<Signed> {
  if (signingOf(policy) === "none") return { is: "none" };
  const { signDigest } = await import("../../../sync/session/passkeys.ts");
  const end = await signDigest(host, digest);
  return end.is === "done" ? { is: "signed", signature: end.value } : { is: "missing", why: end };
}
