import { idsOf } from "../../../../db/transactions/transaction-query.ts";
import type { TransactionSource } from "../../../../sync/transactions/transaction-source.ts";
import { useObservable } from "../../../data/use-observable.ts";
import { IdsNotice } from "../../../lists/selection/ids-notice.tsx";

/** Above a list of transactions named in the URL (`ids`): which of them are missing on the device, or can't be decided. */
export function NamedNotice({ source, ids }: { source: TransactionSource; ids: string }) {
  const matching = useObservable(source.matching);
  const { missing, undecided } = matching.is === "ids" ? matching : { missing: [], undecided: 0 };
  return <IdsNotice count={idsOf({ ids })?.length ?? 0} missing={missing} undecided={undecided} />;
}
