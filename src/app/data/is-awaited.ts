import type { Fetching } from "./use-feed.ts";

/** Where nothing is cached: it may come yet. A fetch ends before the cache tells what it wrote. */
export const isAwaited = ({ is }: Fetching): boolean => is === "waiting" || is === "done";
