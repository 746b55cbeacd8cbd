import { hostClockOffset } from "../../sync/state/session-store.ts";
import { useNow } from "./use-now.ts";

/** The time by the host's clock (epoch ms), moving on as `useNow` does. */
export const useHostNow = (): number => useNow() + hostClockOffset();
