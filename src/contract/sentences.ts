import * as v from "valibot";

/**
 * Under which names an object says something in words, the best first: problem details (RFC 9457) have `detail` and `title`,
 * class-validator `constraints`. `error` is often no more than a code or the status in words.
 */
export const usualNames = ["message", "msg", "detail", "errors", "description", "title", "error", "constraints"];

/** What is nested deeper says nothing. */
const deepest = 5;

/**
 * The sentences of a value of any form: text, a list, or an object that has them under a usual name, else under the names of its fields.
 * A flag or a number says nothing.
 */
function sentencesOf(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return [value.trim()].filter((text) => text !== "");
  if (depth === deepest || typeof value !== "object") return [];
  if (Array.isArray(value)) return value.flatMap((one) => sentencesOf(one, depth + 1));
  const fields: Readonly<Record<string, unknown>> = Object(value);
  const named = usualNames.map((name) => sentencesOf(fields[name], depth + 1)).find((found) => found.length > 0);
  return named ?? Object.entries(fields).flatMap(([name, inner]) => sentencesOf(inner, depth + 1).map((one) => `${name}: ${one}`));
}

/** What a host says in words, in whatever form; its sentences are joined. Undefined where it says nothing. */
export function joined(value: unknown): string | undefined {
  const sentences = sentencesOf(value);
  const ended = sentences.map((sentence, index) =>
    index < sentences.length - 1 && !/[.!?…:;]$/.test(sentence) ? `${sentence}.` : sentence,
  );
  return ended.join(" ") || undefined;
}

/** `message` of an answer of any form. */
export function saidIn(value: unknown): string | undefined {
  const { message }: Readonly<Record<string, unknown>> = Object(value);
  return joined(message);
}

/** A field with a host's message. */
export const sentences = v.pipe(v.nullish(v.unknown()), v.transform(joined));
