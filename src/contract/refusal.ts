import * as v from "valibot";
import { parseJson } from "./json.ts";
import { said } from "./sign-in.ts";

/** `message` and `error` of an answer, in this order; empty if it isn't a JSON object. */
export function textsOf(body: string): string[] {
  try {
    const parsed = v.safeParse(said, parseJson(body));
    return parsed.success ? [parsed.output.message, parsed.output.error].filter((one) => one !== undefined) : [];
  } catch {
    return [];
  }
}

/** A refusal's text from `message` or `error`; undefined if it has none or isn't a JSON object. */
export const messageOf = (body: string): string | undefined => textsOf(body)[0]?.slice(0, 500);
