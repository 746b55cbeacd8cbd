import type { Row } from "./looks.ts";

/** Whether an admin may have moved it: it has what a reversal names, and wasn't reversed yet. */
export const mayBeReversed = ({ reference, amount, currency, reversedBy }: Row): boolean =>
  Boolean(reference && amount && currency && !reversedBy);
