import { Observable } from "../../sync/state/observable.ts";

/** A finished long action of this device; `operation` is its key in `attempts:operations`. */
export interface LongAction {
  readonly operation: "bulkGiftCardRates" | "bulkRun" | "generateWallet" | "export";
}

/** The latest one; observed by the notifications. */
export const endedAction = new Observable<LongAction | undefined>(undefined);

/** Reports a finished long action: an admin who has looked away gets a system notification (SET-1). */
export const tellEnd = (operation: LongAction["operation"]): void => endedAction.set({ operation });
