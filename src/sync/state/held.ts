import { Observable } from "./observable.ts";

/** Holders of what this page's memory alone has: screens may change, a reload would lose it. */
const holders = new Set<object>();

/** How many there are. */
export const held = new Observable(0);

/** Enters a holder, or takes it out. */
export function hold(holder: object, isHeld: boolean): void {
  holders[isHeld ? "add" : "delete"](holder);
  held.set(holders.size);
}
