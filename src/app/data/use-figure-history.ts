import { useLiveQuery } from "./use-live-query.ts";
import { type FigurePoint, figureNames, readHistory } from "../../db/figures/figures.ts";
import { useSync } from "./sync-context.ts";

export { figureNames };
export type { FigurePoint };

/** Values of a figure seen by this device, oldest first; undefined while loading. */
export function useFigureHistory(figure: string): readonly FigurePoint[] | undefined {
  const { db } = useSync();
  return useLiveQuery(() => readHistory(db, figure), [db, figure]);
}
