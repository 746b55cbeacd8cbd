import * as v from "valibot";
import { parseJson } from "../../src/contract/json.ts";
import { plainText } from "../../src/contract/text.ts";
import { Refusal, badField } from "./refusal.ts";

/** valibot's own messages speak of types to programmers; ours follow the field's name. */
function problemOf(issue: v.BaseIssue<unknown>): string {
  // Of a choice of types, the last one is what text is read as.
  const last = issue.issues?.at(-1);
  if (last !== undefined && issue.received !== "undefined") return problemOf(last);
  if (issue.received === "undefined" || issue.received === "null") return "is missing";
  return issue.message.startsWith("Invalid ") ? "is not valid" : issue.message;
}

/** NUL and halves of characters, which no database takes. */
const unstorable = /\0|\p{Surrogate}/u;

/** No call takes anything deeper, while what is sent may be of any depth. */
const deepest = 6;

/** Where the first text is that can't be stored: names from the outside in. */
function unstorableIn(value: unknown, depth: number): string[] | undefined {
  if (typeof value === "string") return unstorable.test(value) ? [] : undefined;
  if (typeof value !== "object" || value === null || depth === deepest) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const found = unstorableIn(inner, depth + 1);
    if (found !== undefined) return [name, ...found];
  }
  return undefined;
}

/** Throws a 400 that names the first field whose text can't be stored. `whole` names the value itself. */
export function requireStorable(value: unknown, whole: string): void {
  const found = unstorableIn(value, 0);
  if (found !== undefined) throw badField(found.join(".") || whole, "has a character that can't be stored");
}

/** Whether a body's text may hold such a character: in JSON each of them has to be escaped. Looking through a large body for it takes longer than reading it. */
export const mayBeUnstorable = (text: string): boolean => /\\u(?:0000|d[89a-f])/i.test(text);

/** Parses what came in; throws a 400 that names the first wrong field. `whole` names the value itself. */
export function validate<S extends v.GenericSchema>(schema: S, value: unknown, whole: string): v.InferOutput<S> {
  const parsed = v.safeParse(schema, value, { abortEarly: true });
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw badField(v.getDotPath(issue) ?? whole, problemOf(issue));
}

/** A request's query as plain text, with empty fields left out as if they had not been sent. */
export const filledQuery = (query: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(plainFields(query)).filter(([, value]) => value !== ""));

/** The fields of an address as they are taken in: each stands for something, none of them is prose. */
export const plainFields = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plainText(value)]));

/** Parses a request's body; an empty one is an empty object, since some calls have none. */
export function parseBody(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return parseJson(text);
  } catch {
    throw new Refusal(400, "The body is not JSON", { field: "body" });
  }
}
