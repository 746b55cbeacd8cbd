/** Holders of what this page's memory alone has: screens may change, a reload would lose it. */
export const held = new Set<object>();

/** Enters or removes a holder. */
export const hold = (holder: object, isHeld: boolean): void => void (isHeld ? held.add(holder) : held.delete(holder));
