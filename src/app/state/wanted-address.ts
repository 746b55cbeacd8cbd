import { sessionStore } from "../../sync/state/session-store.ts";
import { transactionIdIn } from "../links.ts";

/** A transaction's address opened with nobody signed in; in memory only, as it names user data. */
let wanted = !sessionStore.current() && transactionIdIn(location.pathname) !== undefined ? location.pathname + location.search : undefined;
sessionStore.subscribe(() => {
  if (!sessionStore.current()) wanted = undefined;
});

/** Target of this page's first sign-in; undefined for the default. */
export const wantedAddress = (): string | undefined => wanted;
