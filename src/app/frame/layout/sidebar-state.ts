import { proxy, useSnapshot } from "valtio";

const key = "counterfoil.sidebar";

function remembered(): boolean | undefined {
  try {
    const kept = localStorage.getItem(key);
    return kept === null ? undefined : kept !== "collapsed";
  } catch {
    return undefined;
  }
}

/** From 1,024 px on there is room for the open menu beside a list. */
const room = matchMedia("(min-width: 64rem)");

interface SidebarState {
  /** The admin's choice, stored on the device. */
  chosen: boolean | undefined;
  hasRoom: boolean;
}

const sidebar = proxy<SidebarState>({ chosen: remembered(), hasRoom: room.matches });

room.addEventListener("change", () => {
  sidebar.hasRoom = room.matches;
});

/** Opens or collapses the sidebar, now and for the next start (LAY-1). */
export function chooseSidebar(open: boolean): void {
  sidebar.chosen = open;
  try {
    localStorage.setItem(key, open ? "open" : "collapsed");
  } catch {
    // Not stored: applies until the page is closed.
  }
}

/** The stored choice; by default, open if there is room. */
export function useSidebarOpen(): boolean {
  const { chosen, hasRoom } = useSnapshot(sidebar);
  return chosen ?? hasRoom;
}
