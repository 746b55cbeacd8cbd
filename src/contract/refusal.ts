import * as v from "valibot";
import { jsonOf } from "./json.ts";
import { successFlag } from "./scalars.ts";
import { joined } from "./sentences.ts";

/**
 * What a host's answer says under the usual names, the first of which counts: problem details (RFC 9457) say it in `detail`. `error` is
 * last, as it is often no more than a code or the status in words.
 */
function saidBy(body: string): unknown[] {
  const { message, error, detail, errors }: Readonly<Record<string, unknown>> = Object(jsonOf(body));
  return [message, detail, errors, error];
}

/** The texts of what an answer says, each a text or a list of sentences; objects are left out. */
export const textsOf = (body: string): string[] =>
  saidBy(body).flatMap((one) => (typeof one === "object" && !Array.isArray(one) ? [] : (joined(one) ?? [])));

/**
 * The text of an answer's `message`, else of its `detail`, `errors` or `error`, in any form and cut to 500 characters; undefined if it
 * has none of them, or is no JSON object.
 */
export const messageOf = (body: string): string | undefined =>
  saidBy(body)
    .flatMap((one) => joined(one) ?? [])[0]
    ?.match(/^.{0,500}/su)?.[0];

/** Whether an answer is a refusal regardless of its status: its `success` is a boolean, text or number other than yes. */
export function saysNo(answer: unknown): boolean {
  const { success }: Readonly<Record<string, unknown>> = Object(answer);
  return v.safeParse(successFlag, success).output === false;
}
