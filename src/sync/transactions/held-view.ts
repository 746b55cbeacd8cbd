import type { View } from "./transaction-feed.ts";

/**
 * A view of no rows, from below the list: to refresh it fetches nothing. While it counts as in use, what is cached from
 * the newest row down to `to` (epoch ms) stays, unless the device is full.
 */
export const heldDownTo = (to: number): View => ({ from: Number.NEGATIVE_INFINITY, to, firstIndex: 0 });
