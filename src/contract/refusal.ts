import * as v from "valibot";
import { parseJson } from "./json.ts";
import { said } from "./sign-in.ts";

/** What a host's answer says under `message` and under `error`, in this order; nothing where it is no JSON object. */
export function textsOf(body: string): string[] {
  try {
    const parsed = v.safeParse(said, parseJson(body));
    return parsed.success ? [parsed.output.message, parsed.output.error].filter((one) => one !== undefined) : [];
  } catch {
    return [];
  }
}

/**
 * The text that a host's answer gives for a refusal, under `message` or `error`; undefined when the
 * answer has none, or is no JSON object.
 */
export const messageOf = (body: string): string | undefined => textsOf(body)[0]?.slice(0, 500);
