import * as v from "valibot";
import { flag } from "./scalars.ts";
import { joined, sentences } from "./sentences.ts";

/** What the answers of most mutations carry; `success: false` in a 2xx is a refusal (FUND-4). */
export const saidFields = { success: flag, message: sentences, error: sentences };

const yesOrNo = new Set<unknown>([true, false, "true", "false", 1, 0, "1", "0"]);

/**
 * Whether a mutation's 2xx says how it ended (FUND-4). A list doesn't, nor does a `success` that is neither yes
 * nor no, nor an `error` by itself. Of what is no object the call's own schema knows more.
 */
export function saysEnd(answer: unknown): boolean {
  if (typeof answer !== "object" || answer === null) return true;
  const { success, message, error }: Readonly<Record<string, unknown>> = { ...answer };
  if (success !== undefined && success !== null) return yesOrNo.has(typeof success === "string" ? success.trim().toLowerCase() : success);
  return !Array.isArray(answer) && (joined(message) !== undefined || !error);
}

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
