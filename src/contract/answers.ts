import * as v from "valibot";
import { flag, text } from "./scalars.ts";

/** What the answers of most mutations carry; `success: false` in a 2xx is a refusal (FUND-4). */
export const saidFields = { success: flag, message: text, error: text };

/**
 * Whether an answer without a figure means that there is none: its data is null, or the host refuses. Any
 * other has lost the figure on the way, and must not take the place of one that is known.
 */
export const saysNone = (answer: { readonly success?: boolean | undefined; readonly data?: unknown }): boolean =>
  answer.data === null || answer.success === false;

/** The answer of a mutation of which only the message is read. */
export const mutationAnswer = v.pipe(
  v.looseObject(saidFields),
  v.transform(({ success, message, error }) => ({ success, message: message ?? error })),
);
