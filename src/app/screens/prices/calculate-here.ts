import Big from "big.js";
import { markedDown } from "../../../contract/price.ts";

/** A calculated price, from either source; decimal text, naira. */
export interface Priced {
  readonly asset: string;
  readonly originalPrice: string | undefined;
  readonly discountAmount: string | undefined;
  readonly discountedPrice: string | undefined;
  readonly percentage: string | undefined;
  readonly isActive: boolean | undefined;
  /** When the host calculated it (ISO 8601), or since when the markdown is known (device epoch ms). */
  readonly basis: { readonly is: "host"; readonly at: string | undefined } | { readonly is: "device"; readonly asOf: number };
}

/** Calculates like the host, with the markdown known here, and none unless it is active: exact, rounded once, half up, to the kobo. */
export function calculateHere(
  price: string,
  asset: string,
  markdown: { markdownPercentage: string | undefined; isActive: boolean | undefined },
  asOf: number,
): Priced {
  const isActive = markdown.isActive ?? false;
  const percentage = isActive ? (markdown.markdownPercentage ?? "0") : "0";
  return {
    asset,
    originalPrice: new Big(price).toFixed(),
    ...markedDown(price, percentage),
    percentage,
    isActive,
    basis: { is: "device", asOf },
  };
}
