import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { observeInSight } from "../ui/observe-in-sight.ts";
import { useRowFocus } from "./use-row-focus.ts";

/**
 * Rows of a virtual table, at least `leastPx` high, that grow with their content. `keyOf`: a row keeps its measured height when
 * others before it are filtered out.
 */
export function useMeasuredRows(count: number, leastPx: number, keyOf: (index: number) => number | undefined) {
  const scroller = useRef<HTMLDivElement>(null);
  const onFocus = useRowFocus(scroller);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which would skip this hook, is not used
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => leastPx,
    getItemKey: (index) => keyOf(index) ?? index,
    overscan: 8,
    observeElementRect: observeInSight,
  });
  return { scroller, onFocus, virtualizer };
}
