import type { Row } from "./looks.ts";

/** Whether an admin may have moved it: it has the fields a reversal needs, and hasn't been reversed. */
export const mayBeReversed = ({ reference, amount, currency, reversedBy }: Row): boolean =>
  Boolean(reference && amount && currency && !reversedBy);
