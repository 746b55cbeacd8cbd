import { observeElementRect } from "@tanstack/react-virtual";

/**
 * Size of a scrolling area, capped at the window height: without its stylesheet the page has room for the whole list,
 * and drawing all of it hangs the tab.
 */
export const observeInSight: typeof observeElementRect = (virtualizer, tell) =>
  observeElementRect(virtualizer, (area) => tell({ ...area, height: Math.min(area.height, innerHeight) }));
