/** Holders of what this page's memory alone has: screens may change, a reload would lose it. */
export const held = new Set<object>();
