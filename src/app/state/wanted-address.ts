import { sessionStore } from "../../sync/state/session-store.ts";
import { transactionIdIn } from "../links.ts";

/** A transaction's address that this page was opened at with nobody signed in; in memory alone, since it names user data. */
let wanted = !sessionStore.current() && transactionIdIn(location.pathname) !== undefined ? location.pathname + location.search : undefined;

/** Where the first sign-in of this page leads; undefined: to its usual place. */
export function takeWantedAddress(): string | undefined {
  const address = wanted;
  wanted = undefined;
  return address;
}
