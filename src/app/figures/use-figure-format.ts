import { useMemo } from "react";
import { useFormat } from "../format/use-format.ts";

export interface FigureFormat {
  /** "₦1,520.00" */
  readonly naira: (value: string) => string;
  /** "$2.50" */
  readonly dollars: (value: string) => string;
  /** "1.5%" */
  readonly percent: (value: string) => string;
}

/** Figures with their unit, in the chosen language. */
export function useFigureFormat(): FigureFormat {
  const { amount, number } = useFormat();
  return useMemo(
    () => ({
      naira: (value) => `₦${amount(value)}`,
      dollars: (value) => `$${amount(value)}`,
      percent: (value) => `${number(value)}%`,
    }),
    [amount, number],
  );
}
