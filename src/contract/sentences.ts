import * as v from "valibot";

/** One item of a message list: text, or an object with `message` or `msg`, as validators send them. */
function sentenceOf(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "object" || value === null) return "";
  const { message, msg }: Readonly<Record<string, unknown>> = { ...value };
  return typeof message === "string" ? message.trim() : typeof msg === "string" ? msg.trim() : "";
}

/** A host's message as text; lists of sentences are joined. Undefined if empty. */
export function joined(value: unknown): string | undefined {
  if (!Array.isArray(value)) return (typeof value === "object" ? "" : sentenceOf(value)) || undefined;
  const sentences = value.map(sentenceOf).filter((sentence) => sentence !== "");
  const ended = sentences.map((sentence, index) =>
    index < sentences.length - 1 && !/[.!?…:;]$/.test(sentence) ? `${sentence}.` : sentence,
  );
  return ended.join(" ") || undefined;
}

/** `message` of an answer of any form. */
export const saidIn = (value: unknown): string | undefined =>
  typeof value === "object" && value !== null && "message" in value ? joined(value.message) : undefined;

/** A field with a host's message. */
export const sentences = v.pipe(v.nullish(v.unknown()), v.transform(joined));
