import type { Slip } from "../../contract/approvals.ts";
import { unsettledAttempts } from "../../db/money/journal.ts";
import { isOwn, type Me } from "../../db/money/slips.ts";
import type { MutationGate } from "../money/gate.ts";

/** What each decision makes of a slip. */
const endOf: Readonly<Record<string, string>> = { approveSlip: "executed", refuseSlip: "refused", withdrawSlip: "withdrawn" };

const isBy = (person: Slip["maker"] | null | undefined, me: Me): boolean =>
  person !== null && person !== undefined && isOwn({ maker: person }, me);

/**
 * Settles decisions whose outcome is unknown by what their slip says (APPR-6): decided as this admin wanted and by him, it
 * was done; decided otherwise, it was not, and can't be any more. An open slip tells nothing. `asOf`: when the host was asked
 * for the slip (device epoch ms). Rejects with the database's error.
 */
export async function settleBySlip({ sending }: MutationGate, slip: Slip, asOf: number, me: Me): Promise<void> {
  if (slip.state === "open") return;
  for (const attempt of await unsettledAttempts(sending.db)) {
    const wanted = endOf[attempt.operation];
    if (wanted === undefined || attempt.details["slip"] !== slip.id || attempt.state.is !== "unknown" || attempt.at > asOf) continue;
    const isMine = slip.state === wanted && (wanted === "withdrawn" || isBy(slip.checker, me));
    const at = sending.host.clock.now();
    await sending.record(
      attempt.id,
      isMine ? { is: "done", at, message: undefined } : { is: "refused", at, status: 409, message: slip.why },
    );
  }
}
