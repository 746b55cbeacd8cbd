import * as v from "valibot";

/** A field's expected and actual value. */
export interface Difference {
  /** Such as "data[].createdAt"; "status" or "answer" for the response itself. */
  readonly field: string;
  readonly expected: string;
  readonly got: string;
}

const secret = /token|pin\b|password/i;
const shortest = (text: string): string => (text.length > 48 ? `${text.slice(0, 47)}…` : text);

/** A value in a few words; withheld if the field's name suggests a secret. */
export function shown(value: unknown, field = ""): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object") {
    const names = Object.keys(value);
    return names.length === 0 ? "an empty object" : shortest(`an object with ${names.join(", ")}`);
  }
  if (secret.test(field)) return typeof value === "string" ? "text" : `a ${typeof value}`;
  return shortest(JSON.stringify(value));
}

type Issue = v.BaseIssue<unknown>;

const stepsOf = (issue: Issue): (string | number)[] => (issue.path ?? []).map(({ key }) => (typeof key === "number" ? key : String(key)));

/** The leaf issues; of a union, those of the option that matched furthest. */
function leaves(issue: Issue, above: readonly (string | number)[] = []): { issue: Issue; steps: readonly (string | number)[] }[] {
  const steps = [...above, ...stepsOf(issue)];
  const inner = (issue.issues ?? []).flatMap((one) => leaves(one, steps));
  const depth = Math.max(steps.length, ...inner.map((one) => one.steps.length));
  const deepest = inner.filter((one) => one.steps.length === depth && depth > steps.length);
  return deepest.length > 0 ? deepest.slice(0, 1) : [{ issue, steps }];
}

const words: Readonly<Record<string, string>> = {
  Object: "an object",
  Array: "a list",
  string: "text",
  number: "a number",
  boolean: "true or false",
};

/** Readable names for valibot's own checks. */
const forms: Readonly<Record<string, string>> = {
  decimal: "a number, or text that holds one",
  finite: "a number",
  safe_integer: "a whole number",
};

function expectedBy({ kind, type, expected, message }: Issue): string {
  const [, is, wanted] = /^(is not|has no) (.+)$/.exec(message) ?? [];
  if (wanted !== undefined) return is === "has no" ? `${wanted} in it` : wanted;
  if (kind === "schema" && expected !== null)
    return expected
      .replace(/^\((.*)\)$/, "$1")
      .split(" | ")
      .map((one) => words[one] ?? one)
      .join(" or ");
  return message.startsWith("Invalid ") ? (forms[type] ?? expected ?? "another form") : `anything but one that ${message}`;
}

/** Path of a field: ["data", 3, "createdAt"] gives "data[].createdAt". */
const placeOf = (steps: readonly (string | number)[]): string =>
  steps.map((step, at) => (typeof step === "number" ? "[]" : at === 0 ? step : `.${step}`)).join("") || "answer";

/** The value on the wire, before the schema transformed it. */
const valueAt = (answer: unknown, steps: readonly (string | number)[]): unknown =>
  steps.reduce<unknown>((value, step) => (typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined), answer);

/** An answer's differences from its schema; the same one in many rows is reported once. */
export function differences(schema: v.GenericSchema, answer: unknown): Difference[] {
  const parsed = v.safeParse(schema, answer);
  if (parsed.success) return [];
  const found = new Map<string, { difference: Difference; times: number }>();
  for (const top of parsed.issues)
    for (const { issue, steps } of leaves(top)) {
      const field = placeOf(steps);
      const difference = { field, expected: expectedBy(issue), got: shown(valueAt(answer, steps), field) };
      const known = found.get(`${field} ${difference.expected}`);
      if (known) known.times += 1;
      else found.set(`${field} ${difference.expected}`, { difference, times: 1 });
    }
  return [...found.values()].map(({ difference, times }) =>
    times === 1 ? difference : { ...difference, got: `${difference.got}, and ${times - 1} more` },
  );
}
