import * as v from "valibot";
import { jsonOf } from "./json.ts";
import { successFlag } from "./scalars.ts";
import { joined, saidIn, usualNames } from "./sentences.ts";

/** A code, or a status in words, as hosts put them where others have a sentence. */
const noSentence = /^[\w-]+( (request|found|entity|content|server error))?$/i;

/** What an answer says under each of the usual names. */
export function textsOf(body: string): string[] {
  const answer: Readonly<Record<string, unknown>> = Object(jsonOf(body));
  return [...usualNames.map((name) => answer[name]), saidIn(answer["data"])].flatMap((one) => joined(one) ?? []);
}

/**
 * The first sentence of what an answer says, else its first text, in any form and cut to 500 characters; undefined if it says nothing, or
 * is no JSON object.
 */
export function messageOf(body: string): string | undefined {
  const texts = textsOf(body);
  return (texts.find((one) => !noSentence.test(one)) ?? texts[0])?.match(/^.{0,500}/su)?.[0];
}

/** Whether an answer is a refusal regardless of its status: its `success` is a boolean, text or number other than yes. */
export function saysNo(answer: unknown): boolean {
  const { success }: Readonly<Record<string, unknown>> = Object(answer);
  return v.safeParse(successFlag, success).output === false;
}
