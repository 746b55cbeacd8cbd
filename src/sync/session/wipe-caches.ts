import { cacheNames, deleteCache, within } from "../../db/store/open.ts";

/** A deletion blocked by another tab for this long is left to the next start, in ms. */
const deleteWithinMs = 1500;

/**
 * Keeps a cache's unsettled attempts blocked, without their users' data (FUND-6), though this version may be unable to open it.
 * Never rejects.
 */
export const fenceKept = (name: string): Promise<unknown> =>
  import("../money/fence-kept.ts")
    .then((part) => part.fenceKept(name))
    .catch(() => {
      // An unreadable journal leaves nothing to fence.
    });

/**
 * Deletes every cache on the device but `keep`, leaving posts for unsettled attempts. Called before anything is shown on a start
 * without a session (which also completes an interrupted teardown), and on a start with one, to keep only its own. Resolves to
 * false if a deletion is still blocked, or failed. Never rejects.
 */
export function wipeCaches(keep?: string, withinMs: number = deleteWithinMs): Promise<boolean> {
  const wipe = (name: string): Promise<boolean> =>
    fenceKept(name)
      .then(() => deleteCache(name))
      .then(
        () => true,
        () => false,
      );
  // IndexedDB refused: nothing to delete.
  const names = cacheNames().catch((): string[] => []);
  const wiped = names.then((all) => Promise.all(all.filter((name) => name !== keep).map(wipe)));
  const isWhole = wiped.then((each) => each.every(Boolean));
  return within(withinMs, isWhole).catch(() => false);
}
