/**
 * Navigation state of a view this page opened over a list: closing it goes back to the list. Browsers keep the state
 * across a reload; the time origin then differs and the state no longer counts.
 */
export const overList = { over: performance.timeOrigin } as const;

export const isOverList = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "over" in state && state.over === overList.over;
