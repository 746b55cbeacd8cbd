import { Observable } from "../../sync/state/observable.ts";

/** A long action of this device that has come to its end; `operation` is its word in `attempts:operations`. */
export interface LongAction {
  readonly operation: "bulkGiftCardRates" | "bulkRun" | "generateWallet" | "export";
}

/** The latest one; the notifications follow it. */
export const endedAction = new Observable<LongAction | undefined>(undefined);

/** Says that a long action has ended: a system notification tells an admin who has looked away (SET-1). */
export const tellEnd = (operation: LongAction["operation"]): void => endedAction.set({ operation });
