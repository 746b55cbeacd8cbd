import type { JsonSchema } from "./schemas.ts";

/** Part of a type's description: a word, a literal value, or the name of a shared schema. */
export type Piece = { readonly is: "word" | "value" | "part"; readonly text: string };

export interface Field {
  /** The field's path, such as "data.transactions[]". */
  readonly at: string;
  readonly form: readonly Piece[];
  readonly isRequired: boolean;
  readonly says: string | undefined;
}

/** An object's fields; an answer with several variants has one shape for each. */
export type Shape = readonly Field[];

const listOf = (value: unknown): readonly JsonSchema[] => (Array.isArray(value) ? (value as JsonSchema[]) : []);
const word = (text: string): Piece => ({ is: "word", text });
const value = (text: string): Piece => ({ is: "value", text });
const isNull = (schema: JsonSchema): boolean => schema["type"] === "null";
const propertiesOf = (schema: JsonSchema): readonly [string, JsonSchema][] =>
  Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>);

/** The schema name of a $ref. */
export const partOf = (schema: JsonSchema): string | undefined =>
  typeof schema["$ref"] === "string" ? schema["$ref"].split("/").at(-1) : undefined;

const joined = (pieces: readonly (readonly Piece[])[], between: string): Piece[] =>
  pieces.flatMap((piece, at) => (at === 0 ? [...piece] : [word(between), ...piece]));

const bounds = {
  minimum: "from",
  exclusiveMinimum: "above",
  maximum: "to",
  exclusiveMaximum: "below",
  minLength: "at least",
  maxLength: "at most",
  minItems: "at least",
  maxItems: "at most",
} as const;

function limitsOf(schema: JsonSchema): Piece[] {
  const limits = Object.entries(bounds).flatMap(([keyword, words]) => {
    const limit = schema[keyword];
    if (typeof limit !== "number" || Math.abs(limit) === Number.MAX_SAFE_INTEGER) return [];
    const unit = keyword.endsWith("Length")
      ? limit === 1
        ? " character"
        : " characters"
      : keyword.endsWith("Items")
        ? limit === 1
          ? " row"
          : " rows"
        : "";
    return [word(`${words} ${limit.toLocaleString("en")}${unit}`)];
  });
  const pattern = typeof schema["pattern"] === "string" ? [word("like"), value(schema["pattern"])] : [];
  return joined([...limits.map((limit) => [limit]), ...(pattern.length > 0 ? [pattern] : [])], ",");
}

const names: Readonly<Record<string, string>> = {
  string: "text",
  number: "number",
  integer: "whole number",
  boolean: "true or false",
  object: "object",
  array: "list",
  null: "null",
};

/** A schema in words: "number or text", "list of Transaction". */
export function formOf(schema: JsonSchema): Piece[] {
  const part = partOf(schema);
  if (part !== undefined) return [{ is: "part", text: part }];
  if (schema["const"] !== undefined) return [value(JSON.stringify(schema["const"]))];
  if (Array.isArray(schema["enum"]))
    return joined(
      schema["enum"].map((one) => [value(String(one))]),
      "or",
    );
  const options = listOf(schema["anyOf"]);
  if (options.length > 0) return joined(options.map(formOf), "or");
  if (listOf(schema["allOf"]).length > 0) return [word("object")];
  const { type } = schema;
  if (type === "array")
    return [
      word("list of"),
      ...formOf((schema["items"] ?? {}) as JsonSchema),
      ...joined(
        [[], limitsOf(schema)].filter((one) => one.length > 0),
        ",",
      ),
    ];
  const inner = schema["additionalProperties"];
  if (type === "object" && typeof inner === "object" && inner !== null) return [word("by name:"), ...formOf(inner as JsonSchema)];
  if (schema["format"] === "date") return [word("day, YYYY-MM-DD")];
  return joined(
    [[word(typeof type === "string" ? (names[type] ?? type) : "anything")], limitsOf(schema)].filter((one) => one.length > 0),
    ",",
  );
}

/** The nested fields of an object, or of a list of objects. */
function below(schema: JsonSchema, at: string): Field[] {
  const options = listOf(schema["anyOf"]).filter((option) => !isNull(option));
  if (options.length > 0) return options.flatMap((option) => below(option, at));
  if (schema["type"] === "array") return below((schema["items"] ?? {}) as JsonSchema, `${at}[]`);
  return fieldsAt(schema, `${at}.`);
}

function fieldsAt(schema: JsonSchema, prefix: string): Field[] {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const own = propertiesOf(schema).flatMap(([name, field]): Field[] => {
    const says = typeof field["description"] === "string" ? field["description"] : undefined;
    const byDefault = field["default"] === undefined ? undefined : `${JSON.stringify(field["default"])} where it is left out.`;
    const words = [says, byDefault].filter((one) => one !== undefined).join(" ");
    const at = `${prefix}${name}`;
    return [{ at, form: formOf(field), isRequired: required.includes(name), says: words || undefined }, ...below(field, at)];
  });
  return [...own, ...listOf(schema["allOf"]).flatMap((all) => fieldsAt(all, prefix))];
}

/** A schema's variants, each with its fields; none if it has no fields of its own. */
export function shapesOf(schema: JsonSchema): readonly Shape[] {
  const options = listOf(schema["anyOf"]);
  const shapes = options.length > 0 ? options.flatMap(shapesOf) : [fieldsAt(schema, "")];
  return shapes.filter((shape) => shape.length > 0);
}
