import type { Slip } from "../../contract/approvals.ts";
import { unsettledAttempts } from "../../db/money/journal.ts";
import { isOwn, type Me } from "../../db/money/slips.ts";
import type { MutationGate } from "../money/gate.ts";

/** The state that each decision leads to. */
const endOf: Readonly<Record<string, string>> = { approveSlip: "executed", refuseSlip: "refused", withdrawSlip: "withdrawn" };

const isBy = (person: Slip["maker"] | null | undefined, me: Me): boolean =>
  person !== null && person !== undefined && isOwn({ maker: person }, me);

/**
 * Settles decisions of unknown outcome by their slip's state (APPR-6): done if this admin decided it as intended; refused if it was
 * decided otherwise, since it can't happen any more. An open slip settles nothing, nor does one that names no checker. `asOf`: when the slip was requested (device
 * epoch ms). Rejects with the database's error.
 */
export async function settleBySlip({ sending }: MutationGate, slip: Slip, asOf: number, me: Me): Promise<void> {
  if (slip.state === "open" || !sending.isOurs()) return;
  for (const attempt of await unsettledAttempts(sending.db)) {
    const wanted = endOf[attempt.operation];
    if (wanted === undefined || attempt.details["slip"] !== slip.id || attempt.state.is !== "unknown" || attempt.at > asOf) continue;
    // Whose decision it was isn't told.
    if (slip.state === wanted && wanted !== "withdrawn" && !slip.checker) continue;
    const isMine = slip.state === wanted && (wanted === "withdrawn" || isBy(slip.checker, me));
    const at = sending.host.clock.now();
    await sending.record(
      attempt.id,
      isMine ? { is: "done", at, message: undefined } : { is: "refused", at, status: 409, message: slip.why },
    );
  }
}
