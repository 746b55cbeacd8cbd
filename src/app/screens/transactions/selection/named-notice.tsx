import { idsOf } from "../../../../db/transactions/transaction-query.ts";
import type { TransactionSource } from "../../../../sync/transactions/transaction-source.ts";
import { useObservable } from "../../../data/use-observable.ts";
import { IdsNotice } from "../../../lists/selection/ids-notice.tsx";

/** Above a list of transactions named in the URL (`ids`): which of them are missing on the device. */
export function NamedNotice({ source, ids }: { source: TransactionSource; ids: string }) {
  const matching = useObservable(source.matching);
  return <IdsNotice count={idsOf({ ids })?.length ?? 0} missing={matching.is === "ids" ? matching.missing : []} />;
}
