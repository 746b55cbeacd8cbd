import * as v from "valibot";
import type { Decimal } from "./decimal.ts";

/**
 * Rates, fees, percentages and prices have at most 18 decimals, trailing zeros aside: more than screens show, and well within what
 * `decimal` can read back (400 characters).
 */
export const figureDecimals = v.check((plain: Decimal) => !/\.\d{18}\d*[1-9]/.test(plain), "has more than 18 decimals");
