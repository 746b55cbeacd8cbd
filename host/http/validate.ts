import * as v from "valibot";
import { parseJson } from "../../src/contract/json.ts";
import { Refusal, badField } from "./refusal.ts";

/** valibot's own messages speak of types to programmers; ours follow the field's name. */
function problemOf(issue: v.BaseIssue<unknown>): string {
  // Of a choice of types, the last one is what text is read as.
  const last = issue.issues?.at(-1);
  if (last !== undefined && issue.received !== "undefined") return problemOf(last);
  if (issue.received === "undefined" || issue.received === "null") return "is missing";
  return issue.message.startsWith("Invalid ") ? "is not valid" : issue.message;
}

/** Parses what came in; throws a 400 that names the first wrong field. `whole` names the value itself. */
export function validate<S extends v.GenericSchema>(schema: S, value: unknown, whole: string): v.InferOutput<S> {
  const parsed = v.safeParse(schema, value, { abortEarly: true });
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw badField(v.getDotPath(issue) ?? whole, problemOf(issue));
}

/** A request's query, with empty fields left out as if they had not been sent. */
export const filledQuery = (query: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));

/** Parses a request's body; an empty one is an empty object, since some calls have none. */
export function parseBody(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return parseJson(text);
  } catch {
    throw new Refusal(400, "The body is not JSON", { field: "body" });
  }
}
