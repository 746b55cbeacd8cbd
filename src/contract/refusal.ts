import * as v from "valibot";
import { parseJson } from "./json.ts";
import { flag } from "./scalars.ts";
import { joined } from "./sentences.ts";

/** What stands under `message` and under `error` of a host's answer, in this order; nothing where it is no JSON object. */
function saidBy(body: string): unknown[] {
  try {
    const json = parseJson(body);
    if (typeof json !== "object" || json === null || Array.isArray(json)) return [];
    const { message, error }: Readonly<Record<string, unknown>> = { ...json };
    return [message, error];
  } catch {
    return [];
  }
}

/** What a host's answer says in words of its own under `message` and under `error`: text, or a list of sentences. */
export const textsOf = (body: string): string[] =>
  saidBy(body)
    .map((one) => (typeof one === "object" && !Array.isArray(one) ? undefined : joined(one)))
    .filter((one) => one !== undefined);

/**
 * The text that a host's answer gives for a refusal, under `message` or `error`, in whatever form; undefined when the
 * answer has none, or is no JSON object.
 */
export const messageOf = (body: string): string | undefined =>
  saidBy(body)
    .map(joined)
    .find((one) => one !== undefined)
    ?.slice(0, 500);

const no = v.pipe(
  v.object({ success: flag }),
  v.check(({ success }) => success === false),
);

/** Whether an answer refuses whatever its status: its `success` is there, and says anything but yes. */
export const saysNo = (answer: unknown): boolean => v.is(no, answer);
