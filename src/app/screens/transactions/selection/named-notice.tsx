import { idsOf } from "../../../../db/transactions/transaction-query.ts";
import type { TransactionSource } from "../../../../sync/transactions/transaction-source.ts";
import { useObservable } from "../../../data/use-observable.ts";
import { IdsNotice } from "../../../lists/selection/ids-notice.tsx";

/** Over a list of named transactions: which of them are not on the device. `ids`: as the URL has them. */
export function NamedNotice({ source, ids }: { source: TransactionSource; ids: string }) {
  const matching = useObservable(source.matching);
  return <IdsNotice count={idsOf({ ids })?.length ?? 0} missing={matching.is === "ids" ? matching.missing : []} />;
}
