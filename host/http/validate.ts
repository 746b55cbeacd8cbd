import * as v from "valibot";
import { parseJson } from "../../src/contract/json.ts";
import { plainText } from "../../src/contract/text.ts";
import { Refusal, badField } from "./refusal.ts";

/** valibot's own messages name types; ours complete a sentence that begins with the field's name. */
function problemOf(issue: v.BaseIssue<unknown>): string {
  // For a union, the last option is the one that text is read as.
  const last = issue.issues?.at(-1);
  if (last !== undefined && issue.received !== "undefined") return problemOf(last);
  if (issue.received === "undefined" || issue.received === "null") return "is missing";
  return issue.message.startsWith("Invalid ") ? "is not valid" : issue.message;
}

/** NUL and lone surrogates, which the database rejects. */
const unstorable = /\0|\p{Surrogate}/u;

/** No call takes anything deeper, but a body may be. */
const deepest = 6;

/** The path of the first text that can't be stored. */
function unstorableIn(value: unknown, depth: number): string[] | undefined {
  if (typeof value === "string") return unstorable.test(value) ? [] : undefined;
  if (typeof value !== "object" || value === null || depth === deepest) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const found = unstorableIn(inner, depth + 1);
    if (found !== undefined) return [name, ...found];
  }
  return undefined;
}

/** Throws a 400 that names the first field that can't be stored. `whole`: the name of the value itself. */
export function requireStorable(value: unknown, whole: string): void {
  const found = unstorableIn(value, 0);
  if (found !== undefined) throw badField(found.join(".") || whole, "has a character that can't be stored");
}

/**
 * Whether a body may contain such a character: in JSON it must be escaped. Cheap check, as walking a large body takes longer than
 * parsing it.
 */
export const mayBeUnstorable = (text: string): boolean => /\\u(?:0000|d[89a-f])/i.test(text);

/** Validates input; throws a 400 that names the first invalid field. `whole`: the name of the value itself. */
export function validate<S extends v.GenericSchema>(schema: S, value: unknown, whole: string): v.InferOutput<S> {
  const parsed = v.safeParse(schema, value, { abortEarly: true });
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw badField(v.getDotPath(issue) ?? whole, problemOf(issue));
}

/** A request's query as plain text, without empty fields. */
export const filledQuery = (query: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(plainFields(query)).filter(([, value]) => value !== ""));

/** A URL's fields as plain text: all are identifiers or filters, none is prose. */
export const plainFields = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plainText(value)]));

/** Parses a JSON body; an empty one counts as {}, since some calls have no body. */
export function parseBody(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return parseJson(text);
  } catch {
    throw new Refusal(400, "The body is not JSON", { field: "body" });
  }
}
