import * as v from "valibot";

/** One sentence of a list: text, or an object that has it under `message` or `msg`, as validators send them. */
function sentenceOf(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "object" || value === null) return "";
  const { message, msg }: Readonly<Record<string, unknown>> = { ...value };
  return typeof message === "string" ? message.trim() : typeof msg === "string" ? msg.trim() : "";
}

/** What a host says in words, as text or as a list of sentences, which are joined; undefined where it says nothing. */
export function joined(value: unknown): string | undefined {
  if (!Array.isArray(value)) return (typeof value === "object" ? "" : sentenceOf(value)) || undefined;
  const sentences = value.map(sentenceOf).filter((sentence) => sentence !== "");
  const ended = sentences.map((sentence, index) =>
    index < sentences.length - 1 && !/[.!?…:;]$/.test(sentence) ? `${sentence}.` : sentence,
  );
  return ended.join(" ") || undefined;
}

/** What the host says under `message` of an answer of any form. */
export const saidIn = (value: unknown): string | undefined =>
  typeof value === "object" && value !== null && "message" in value ? joined(value.message) : undefined;

/** A field in which hosts say something in words. */
export const sentences = v.pipe(v.nullish(v.unknown()), v.transform(joined));
