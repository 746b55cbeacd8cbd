import type { ApprovalPolicy, Slip } from "../../../contract/approvals.ts";

/** What the checker's signature came to; `none`: the policy asks for none. */
export type Signed =
  | { readonly is: "none" }
  | { readonly is: "signed"; readonly signature: Readonly<Record<string, unknown>> }
  | { readonly is: "missing"; readonly message: string };

/** Whether this version can sign what the policy wants signed. */
export const canSign = (policy: ApprovalPolicy | undefined): boolean => (policy?.signing ?? "none") === "none";

/** Asks the checker for a signature of the slip's digest before "approve" is sent (APPR-10). The one place that does. Never rejects. */
export const askSignature = (_slip: Slip, _digest: string, _policy: ApprovalPolicy | undefined): Promise<Signed> =>
  Promise.resolve({ is: "none" });
