/**
 * The navigation state of what was opened over a list by this very page: closing it goes back to the list. The browser
 * keeps it past a reload, after which another page stands there, and it counts no more.
 */
export const overList = { over: performance.timeOrigin } as const;

export const isOverList = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "over" in state && state.over === overList.over;
