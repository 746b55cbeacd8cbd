import { Observable } from "../../sync/state/observable.ts";

/** Long actions that change nothing; keys of `settings:push`. */
const readOperations = ["export", "loadDays", "verifyLog"] as const;
type ReadOperation = (typeof readOperations)[number];

/**
 * A long action of this device that ended or, if `waits`, needs an admin; `operation` is its key in `attempts:operations` or, of what
 * changes nothing, in `settings:push`.
 */
export interface LongAction {
  readonly operation: "bulkGiftCardRates" | "bulkRun" | "generateWallet" | ReadOperation;
  readonly waits?: boolean;
}

/** The latest one; observed by the notifications. */
export const endedAction = new Observable<LongAction | undefined>(undefined);

/** Reports how a long action stands: an admin who has looked away gets a system notification (SET-1). */
export const tellEnd = (operation: LongAction["operation"], waits = false): void => endedAction.set({ operation, waits });

export const isReadOperation = (operation: string): operation is ReadOperation => (readOperations as readonly string[]).includes(operation);
