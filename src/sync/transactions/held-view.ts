import type { View } from "./transaction-feed.ts";

/**
 * An empty view that ends at `to`: refreshing it fetches nothing, but while in use it keeps rows from the newest down to `to`
 * (epoch ms) cached, unless the device is full.
 */
export const heldDownTo = (to: number): View => ({ from: Number.NEGATIVE_INFINITY, to, firstIndex: 0 });
