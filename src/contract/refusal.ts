import * as v from "valibot";
import { jsonOf } from "./json.ts";
import { flag } from "./scalars.ts";
import { joined } from "./sentences.ts";

/** What stands under `message` and under `error` of a host's answer, in this order. */
function saidBy(body: string): unknown[] {
  const { message, error }: Readonly<Record<string, unknown>> = Object(jsonOf(body));
  return [message, error];
}

/** What a host's answer says in words of its own under `message` and under `error`: text, or a list of sentences. */
export const textsOf = (body: string): string[] =>
  saidBy(body).flatMap((one) => (typeof one === "object" && !Array.isArray(one) ? [] : (joined(one) ?? [])));

/**
 * The text that a host's answer gives for a refusal, under `message` or `error`, in whatever form; undefined when the
 * answer has none, or is no JSON object.
 */
export const messageOf = (body: string): string | undefined =>
  saidBy(body)
    .flatMap((one) => joined(one) ?? [])[0]
    ?.slice(0, 500);

/** Whether an answer refuses whatever its status: its `success` is there, and says anything but yes. */
export function saysNo(answer: unknown): boolean {
  const { success }: Readonly<Record<string, unknown>> = Object(answer);
  return v.safeParse(flag, success).output === false;
}
