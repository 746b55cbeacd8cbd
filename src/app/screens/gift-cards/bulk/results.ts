import type { BulkAnswer } from "../../../../contract/gift-cards.ts";
import type { GiftCardRate } from "../../../data/use-gift-cards.ts";
import { rateKey } from "../rate-check.ts";
import { changesOf, type Right } from "./rehearse.ts";

/** What became of a row that was sent. */
export type RowResult =
  /** The host's list has it as it was sent. */
  | { readonly is: "stored" }
  /** The host named it, and said why. */
  | { readonly is: "refused"; readonly message: string }
  /** The host's list doesn't have it so. */
  | { readonly is: "missing" }
  /** Nobody can say. `message`: what the host said of it all the same. */
  | { readonly is: "unknown"; readonly message?: string };

export type Results = ReadonlyMap<number, RowResult>;

/**
 * What became of each row, by its number in the file: as the host's own list says after the upload, never as
 * the upload's answer promises. `list` is undefined where it could not be read.
 */
export function resultsOf(sent: readonly Right[], answer: BulkAnswer | undefined, list: readonly GiftCardRate[] | undefined): Results {
  const known = list && new Map(list.map((rate) => [rateKey(rate), rate]));
  const named = new Map(answer?.details.flatMap((detail) => (detail.index === undefined ? [] : [[detail.index, detail.message]])));
  return new Map(
    sent.map((one, index): [number, RowResult] => {
      const { row } = one;
      const message = named.get(index);
      if (!known) return [row, message === undefined ? { is: "unknown" } : { is: "refused", message }];
      const rate = known.get(rateKey(one.body));
      if (rate && changesOf(rate, one).length === 0) return [row, { is: "stored" }];
      return [row, message === undefined ? { is: "missing" } : { is: "refused", message }];
    }),
  );
}

/** The results of an upload that may still be under way, or half done: a row that isn't there yet may come. */
export const stillOpen = (results: Results): Results =>
  new Map(
    [...results].map(([row, one]): [number, RowResult] => {
      if (one.is === "stored") return [row, one];
      return [row, one.is === "refused" ? { is: "unknown", message: one.message } : { is: "unknown" }];
    }),
  );

/** The most details that are said with a refusal (D2 §9). */
const mostDetails = 3;

/** A refusal in one line: its message and up to three details, joined; else its error; undefined where it says nothing (GIFT-7). */
export function refusalLine(answer: BulkAnswer | undefined): string | undefined {
  if (!answer) return undefined;
  const details = answer.details.map((detail) => detail.message).filter((message) => message !== "");
  const parts = [answer.message ?? "", ...details.slice(0, mostDetails)].filter((part) => part !== "");
  return parts.length > 0 ? parts.join(" | ") : (answer.error ?? undefined);
}
