import type { FirstSight } from "../../db/first-sight/first-sight.ts";

/** More lines than the tallest list shows. */
export const seenLines = 20;

const key = "counterfoilFirstSight";

/** Hands over what was painted before the app loaded, so its first render matches. */
export const leaveSeen = (seen: FirstSight): void => void Reflect.set(globalThis, key, seen);

/** What the page showed of a cache before the app loaded; undefined for other caches and once forgotten. */
export function seenOf(cache: string): FirstSight | undefined {
  // Set only by this module.
  const seen = Reflect.get(globalThis, key) as FirstSight | undefined;
  return seen?.cache === cache ? seen : undefined;
}

/** From here on the cache itself is read. */
export const forgetSeen = (): void => void Reflect.deleteProperty(globalThis, key);
