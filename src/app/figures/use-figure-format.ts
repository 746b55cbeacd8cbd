import { useFormat } from "../format/use-format.ts";
import type { Format } from "../format/use-format.ts";

export type FigureFormat = Pick<Format, "naira" | "dollars" | "percent">;

/** Formats figures with their unit, in the chosen language. */
export const useFigureFormat = (): FigureFormat => useFormat();
