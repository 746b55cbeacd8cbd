import { useSyncExternalStore } from "react";
import type { Observable } from "../../sync/state/observable.ts";

/** Subscribes the component to an observable of the sync layer. */
export const useObservable = <T>(observable: Observable<T>): T => useSyncExternalStore(observable.subscribe, observable.get);
