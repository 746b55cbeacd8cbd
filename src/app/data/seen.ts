import type { FirstSight } from "../../db/first-sight/first-sight.ts";

/** More lines than the highest list has in sight. */
export const seenLines = 20;

const key = "counterfoilFirstSight";

/** Leaves what was shown before the app had loaded to the app, so that it begins with the same. */
export const leaveSeen = (seen: FirstSight): void => void Reflect.set(globalThis, key, seen);

/** What the page has shown of a cache before the app had loaded; undefined for any other one, and once it is forgotten. */
export function seenOf(cache: string): FirstSight | undefined {
  // Only this module sets it.
  const seen = Reflect.get(globalThis, key) as FirstSight | undefined;
  return seen?.cache === cache ? seen : undefined;
}

/** From here on the cache itself answers. */
export const forgetSeen = (): void => void Reflect.deleteProperty(globalThis, key);
