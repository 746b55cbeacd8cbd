import { approvePolicy, changePolicy, type PolicyProposal, withdrawPolicy } from "../../../contract/approvals.ts";
import type { Intent } from "../../../sync/money/gate.ts";
import type { Sync } from "../../../sync/start-sync.ts";
import type { ProposedPolicy } from "./draft.ts";

export type RulesDecision = "approve" | "withdraw";

/** Journal operation of each change of the rules. */
export const rulesOperation = { propose: "changePolicy", approve: "approvePolicy", withdraw: "withdrawPolicy" } as const;

/** Subject shared by all changes of the rules: none is sent while another one's outcome is unknown. */
export const rulesSubject = "approvalPolicy";

interface Confirmed {
  readonly id: string;
  readonly openedAt: number;
}

const about = ({ host, dispatcher }: Sync, below = "") => ({
  path: `${host.config.approvalPolicy ?? ""}${below}`,
  target: rulesSubject,
  refresh: () => dispatcher.demand("approvalPolicy", null),
});

/** Intent to propose other rules, for the gate. */
export const proposeIntent = (sync: Sync, confirmed: Confirmed, body: ProposedPolicy): Intent<typeof changePolicy> => ({
  ...confirmed,
  ...about(sync),
  call: changePolicy,
  body,
  operation: rulesOperation.propose,
  subject: [rulesSubject],
  details: {},
});

/** Intent to approve or withdraw a proposal. `digest`: of what is shown. */
export const decideIntent = (
  sync: Sync,
  confirmed: Confirmed,
  decision: RulesDecision,
  proposal: PolicyProposal,
  digest: string,
): Intent<typeof approvePolicy | typeof withdrawPolicy> => ({
  ...confirmed,
  ...about(sync, `/${decision}`),
  call: decision === "approve" ? approvePolicy : withdrawPolicy,
  body: { digest },
  operation: rulesOperation[decision],
  subject: [proposal.id],
  details: { proposal: proposal.id },
});
