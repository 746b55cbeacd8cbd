import { hostClockOffset } from "../../sync/state/session-store.ts";
import { useNow } from "./use-now.ts";

/** Current time on the host's clock (epoch ms), updated like `useNow`. */
export const useHostNow = (): number => useNow() + hostClockOffset();
