import { proxy, subscribe, useSnapshot } from "valtio";

const key = "counterfoil.sidebar";

function remembered(): boolean {
  try {
    return localStorage.getItem(key) !== "collapsed";
  } catch {
    return true;
  }
}

/** Open by default, and as it was left (LAY-1). */
export const sidebar = proxy({ open: remembered() });

subscribe(sidebar, () => {
  try {
    localStorage.setItem(key, sidebar.open ? "open" : "collapsed");
  } catch {
    // It stays as it is until the page goes.
  }
});

export const useSidebarOpen = (): boolean => useSnapshot(sidebar).open;
