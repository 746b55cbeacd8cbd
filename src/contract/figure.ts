import * as v from "valibot";
import type { Decimal } from "./decimal.ts";

/**
 * A rate, a fee, a percentage or a price has 18 decimals at most: more than any screen shows, and few enough that
 * whoever reads it back can (`decimal` reads 400 characters). Zeros at the end don't count.
 */
export const figureDecimals = v.check((plain: Decimal) => !/\.\d{18}\d*[1-9]/.test(plain), "has more than 18 decimals");
