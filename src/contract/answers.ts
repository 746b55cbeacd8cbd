import * as v from "valibot";
import { successFlag } from "./scalars.ts";
import { joined, sentences } from "./sentences.ts";

/** Common fields of mutation answers; `success: false` in a 2xx is a refusal (FUND-4). */
export const saidFields = { success: successFlag, message: sentences, error: sentences };

/** An answer of which only `data` matters. */
export const dataOf = <Data>(data: v.GenericSchema<unknown, Data>) =>
  v.pipe(
    v.looseObject({ ...saidFields, data }),
    v.transform((answer) => answer.data),
  );

/** The words of `flag`, and their opposites. */
const isYesOrNo = (said: unknown): boolean => /^\s*(true|yes|1|false|no|0)\s*$/i.test(String(said));

/** Whether a `status`, a `code` or an `ok` tells of a failure: so does the number of an HTTP error. */
const tellsFailure = (said: unknown): boolean =>
  said === false || (/^(string|number)$/.test(typeof said) && /^\s*(error|fail(ed|ure)?|[45]\d\d)\s*$/i.test(String(said)));

/**
 * Whether a mutation's 2xx tells how it ended (FUND-4). Arrays don't, nor does a `success` that isn't a boolean-like value; nor, where
 * there is none, an `error` or `errors`, a Lambda's `errorMessage`, or a `status`, `statusCode`, `code` or `ok` of a failure. Non-objects
 * are left to the call's own schema.
 */
export function saysEnd(answer: unknown): boolean {
  if (typeof answer !== "object" || answer === null) return true;
  const { success, error, errors, errorMessage, status, statusCode, code, ok }: Readonly<Record<string, unknown>> = { ...answer };
  if (success !== undefined && success !== null) return isYesOrNo(success);
  const hasErrors = joined(errors) ?? [errors, ...Object.values(Object(errors))].some((one) => one && typeof one !== "object");
  return !Array.isArray(answer) && !error && !errorMessage && !hasErrors && ![status, statusCode, code, ok].some(tellsFailure);
}

/** A mutation's answer when only the message matters. */
export const mutationAnswer = v.pipe(
  v.looseObject(saidFields),
  v.transform(({ success, message, error }) => ({ success, message: message ?? error })),
);
