import { useSyncExternalStore } from "react";
import type { Observable } from "../../sync/state/observable.ts";

/** The current value of something that sync keeps; the component follows it. */
export const useObservable = <T>(observable: Observable<T>): T => useSyncExternalStore(observable.subscribe, observable.get);
