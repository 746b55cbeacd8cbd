import type { BulkAnswer } from "../../../../contract/gift-cards.ts";
import type { GiftCardRate } from "../../../data/use-gift-cards.ts";
import { rateKey } from "../rate-check.ts";
import { changesOf, type Right } from "./rehearse.ts";

/** Result of a row that was sent. */
export type RowResult =
  /** The host's list has it as sent. */
  | { readonly is: "stored" }
  /** The host rejected it, with a reason. */
  | { readonly is: "refused"; readonly message: string }
  /** The host's list doesn't have it as sent. */
  | { readonly is: "missing" }
  /** Undetermined. `message`: what the host said of it, if anything. */
  | { readonly is: "unknown"; readonly message?: string };

export type Results = ReadonlyMap<number, RowResult>;

/**
 * Results by row number, judged by the host's list after the upload, never by the upload's answer. `list`: undefined if
 * it could not be read.
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
      const differs = rate && changesOf(rate, one);
      if (differs?.length === 0) return [row, { is: "stored" }];
      // The list doesn't tell the one field in which it may differ.
      if (message === undefined && rate?.isActive === undefined && differs?.every(({ field }) => field === "isActive"))
        return [row, { is: "unknown" }];
      return [row, message === undefined ? { is: "missing" } : { is: "refused", message }];
    }),
  );
}

/** Results of an upload that may still be running or half done: a missing row may still appear. */
export const stillOpen = (results: Results): Results =>
  new Map(
    [...results].map(([row, one]): [number, RowResult] => {
      if (one.is === "stored") return [row, one];
      return [row, one.is === "refused" ? { is: "unknown", message: one.message } : { is: "unknown" }];
    }),
  );

/** Most details shown with a refusal (D2 §9). */
const mostDetails = 3;

/** A refusal in one line: its message and up to three details, joined; else its error; undefined if it says nothing (GIFT-7). */
export function refusalLine(answer: BulkAnswer | undefined): string | undefined {
  if (!answer) return undefined;
  const details = answer.details.map((detail) => detail.message).filter((message) => message !== "");
  const parts = [answer.message ?? "", ...details.slice(0, mostDetails)].filter((part) => part !== "");
  return parts.length > 0 ? parts.join(" | ") : (answer.error ?? undefined);
}
