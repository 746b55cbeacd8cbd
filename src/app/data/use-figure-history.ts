import { useLiveQuery } from "dexie-react-hooks";
import { type FigurePoint, figureNames, readHistory } from "../../db/figures/figures.ts";
import { useSync } from "./sync-context.ts";

export { figureNames };
export type { FigurePoint };

/** What this device has seen of a figure, oldest first; undefined while the cache is read. */
export function useFigureHistory(figure: string): readonly FigurePoint[] | undefined {
  const { db } = useSync();
  return useLiveQuery(() => readHistory(db, figure), [db, figure]);
}
