import { proxy, useSnapshot } from "valtio";

/** What stands over the page: the command palette, or the list of keys. */
export const palette = proxy<{ shows: "nothing" | "palette" | "keys" }>({ shows: "nothing" });

/** Counts the visits by palette or key: one to the address that is open already starts its screen afresh, too. */
const visits = proxy({ count: 0 });

export const useVisit = (): number => useSnapshot(visits).count;
export const beginVisit = (): void => {
  visits.count += 1;
};

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);
