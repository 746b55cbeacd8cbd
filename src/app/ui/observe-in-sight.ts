import { observeElementRect } from "@tanstack/react-virtual";

/**
 * The size of a scrolling area, no higher than the window: in a page whose stylesheet didn't come it has room for its
 * whole list, and drawing all of that hangs the tab.
 */
export const observeInSight: typeof observeElementRect = (virtualizer, tell) =>
  observeElementRect(virtualizer, (area) => tell({ ...area, height: Math.min(area.height, innerHeight) }));
