import * as v from "valibot";
import { jsonOf } from "./json.ts";
import { successFlag } from "./scalars.ts";
import { joined, saidIn, usualNames } from "./sentences.ts";

/** A code, or a status in words, as hosts put them where others have a sentence. */
const noSentence = /^[\w-]+( (request|found|entity|content|server error))?$/i;

const fieldsIn = (body: string): Readonly<Record<string, unknown>> => Object(jsonOf(body));

/** An answer's `message` and `error`, under which AUTH-11 looks for its sentence. */
export function errorTexts(body: string): unknown[] {
  const { message, error } = fieldsIn(body);
  return [message, error];
}

/**
 * The first sentence of what an answer says under the usual names, else its first text, in any form and cut to 500 characters; undefined
 * if it says nothing, or is no JSON object.
 */
export function messageOf(body: string): string | undefined {
  const fields = fieldsIn(body);
  const texts = [...usualNames.map((name) => fields[name]), saidIn(fields["data"])].flatMap((one) => joined(one) ?? []);
  return (texts.find((one) => !noSentence.test(one)) ?? texts[0])?.match(/^.{0,500}/su)?.[0];
}

/** Whether an answer is a refusal regardless of its status: its `success` is a boolean, text or number other than yes. */
export function saysNo(answer: unknown): boolean {
  const { success }: Readonly<Record<string, unknown>> = Object(answer);
  return v.safeParse(successFlag, success).output === false;
}
