import * as v from "valibot";
import { parseJson } from "./json.ts";
import { said } from "./sign-in.ts";

/**
 * The text that a host's answer gives for a refusal, under `message` or `error`; undefined when the
 * answer has none, or is no JSON object.
 */
export function messageOf(body: string): string | undefined {
  let value: unknown;
  try {
    value = parseJson(body);
  } catch {
    return undefined;
  }
  const parsed = v.safeParse(said, value);
  if (!parsed.success) return undefined;
  const message = parsed.output.message?.trim() || parsed.output.error?.trim();
  return message ? message.slice(0, 500) : undefined;
}
