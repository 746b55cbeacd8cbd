import { type ConversionConfig, toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { analytics, dashboardData } from "../../src/contract/analytics.ts";
import { auditEntry } from "../../src/contract/audit.ts";
import { decimal } from "../../src/contract/decimal.ts";
import { cryptoFee } from "../../src/contract/fees.ts";
import { bulkRows, giftCardRate, newGiftCardRate } from "../../src/contract/gift-cards.ts";
import { calculation } from "../../src/contract/markdown.ts";
import { refreshTokenRecord } from "../../src/contract/refresh-tokens.ts";
import { count, day, email, flag, id, instant, maybe, pageLimit, pageNumber, successFlag, text } from "../../src/contract/scalars.ts";
import { admin } from "../../src/contract/sign-in.ts";
import { transaction } from "../../src/contract/transactions.ts";
import { user } from "../../src/contract/users.ts";
import { generationAnswer, generationFields } from "../../src/contract/wallet-generation.ts";
import { balances, wallet } from "../../src/contract/wallets.ts";

type Schema = v.GenericSchema;

/** A JSON Schema (2020-12), as used by OpenAPI 3.1. */
export interface JsonSchema {
  [keyword: string]: unknown;
}

/** The number syntax that `decimal` accepts. */
const numberText = v.pipe(v.string(), v.regex(/^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?\s*$/));

interface Named {
  readonly schema: Schema;
  /** Documented instead of `schema`, if that accepts more than its JSON Schema can say. */
  readonly as?: Schema;
  readonly says?: string;
}

const named: Readonly<Record<string, Named>> = {
  Id: { schema: id, says: "Text, or a number that is read as text." },
  Text: { schema: text, says: "Text; a number or a flag is read as text." },
  Flag: { schema: flag, says: 'true, "true", "yes" and 1 are yes; false, "false", "no" and 0 are no; everything else is not told.' },
  Success: { schema: successFlag, says: 'true, "true", "yes" and 1 are yes, everything else is no.' },
  Count: { schema: count, says: "A number, or text that holds one." },
  Decimal: {
    schema: decimal,
    as: v.union([v.number(), numberText]),
    says: "A number, or text that holds one. What a double can't carry exactly goes as text.",
  },
  Instant: {
    schema: instant,
    says: "A point in time: ISO 8601 text as 2026-11-30T12:36:00.123Z, with its zone (without one it is UTC), or milliseconds since 1970 UTC.",
  },
  Day: { schema: day, says: "A calendar day, YYYY-MM-DD." },
  Email: { schema: email },
  PageNumber: { schema: pageNumber, says: "Pages are counted from 1." },
  PageLimit: { schema: pageLimit, says: "Rows of a page, which has as many as asked for, if there are so many." },
  Admin: {
    schema: admin,
    as: v.looseObject({ _id: maybe(id), id: maybe(id), ...admin.entries }),
    says: "`_id` or `id` is the id by which slips name this admin; without it, slips have to say the email.",
  },
  Figures: { schema: dashboardData, as: analytics },
  Transaction: { schema: transaction, says: "Only an id (`id` or `_id`) and a date are indispensable." },
  User: { schema: user, says: "Only an id (`_id` or `id`), or else an email, is indispensable." },
  RefreshToken: { schema: refreshTokenRecord },
  Wallet: { schema: wallet },
  Balances: {
    schema: balances,
    as: v.record(v.string(), v.nullish(decimal)),
    says: 'By name: "btcBalance", "btcBalanceUSD", "btcPendingBalance". One that is left out is unknown, never 0.',
  },
  Generation: {
    schema: generationAnswer,
    as: v.intersect([generationFields, v.looseObject({ data: v.nullish(generationFields) })]),
    says: "Each field at the top or under `data`, in camel or snake case.",
  },
  CryptoFee: { schema: cryptoFee },
  GiftCardRate: { schema: giftCardRate, says: "An id (`id` or `_id`) is indispensable." },
  NewGiftCardRate: { schema: newGiftCardRate },
  NewGiftCardRates: {
    schema: bulkRows,
    as: v.array(newGiftCardRate),
    says: "Rows are checked singly, so that each error can name its row.",
  },
  PriceCalculation: { schema: calculation },
  AuditEntry: { schema: auditEntry, says: "Nothing in it may be changed on the way: its hash is taken of all that it has." },
};

const nameOf = new Map<Schema, string>(Object.entries(named).map(([name, { schema }]) => [schema, name]));
const refTo = (name: string): string => `#/components/schemas/${name}`;

type Item = Schema | v.PipeItem<unknown, unknown, v.BaseIssue<unknown>>;
const pipeOf = (schema: object): readonly Item[] => ("pipe" in schema && Array.isArray(schema.pipe) ? (schema.pipe as Item[]) : []);
const unwrapped = (schema: object): object =>
  "wrapped" in schema && typeof schema.wrapped === "object" && schema.wrapped !== null ? unwrapped(schema.wrapped) : schema;

/** The messages of a schema's custom checks, such as "is below 0", which JSON Schema can't express. */
function refusedWhere(schema: object): string[] {
  return pipeOf(schema).flatMap((item) =>
    item.kind === "validation" && item.type === "check" && "message" in item && typeof item.message === "string" ? [item.message] : [],
  );
}

const inWords = (refused: readonly string[]): string =>
  refused.every((words) => words.startsWith("must ")) ? `It ${refused.join(", and ")}.` : `Wrong where it ${refused.join(", or ")}.`;

/** A converted schema with what the conversion drops: the name of what it is built on, and the messages of its checks. */
function noted(schema: Schema, json: JsonSchema): JsonSchema {
  const inner = unwrapped(schema);
  if (nameOf.has(schema) || nameOf.has(inner as Schema)) return json;
  const base = nameOf.get(pipeOf(inner)[0] as Schema);
  const refused = refusedWhere(inner);
  return {
    ...(base === undefined ? json : { $ref: refTo(base) }),
    ...(refused.length > 0 ? { description: inWords(refused) } : {}),
  };
}

/** The same for an object's fields and the options of a choice. */
function notedInside(schema: object, json: JsonSchema): JsonSchema | undefined {
  if ("options" in schema && Array.isArray(json["anyOf"])) {
    const options = schema.options as Schema[];
    return { ...json, anyOf: json["anyOf"].map((option: JsonSchema, at) => noted(options[at] ?? v.unknown(), option)) };
  }
  if (!("entries" in schema) || typeof schema.entries !== "object" || schema.entries === null) return undefined;
  const { properties, required, ...others } = json as { properties: Record<string, JsonSchema>; required?: string[] };
  const entries = Object.entries(schema.entries as Record<string, Schema>);
  return {
    ...others,
    properties: Object.fromEntries(entries.map(([key, entry]) => [key, noted(entry, properties[key] ?? {})])),
    ...(required !== undefined && required.length > 0 ? { required } : {}),
  };
}

const config: ConversionConfig = {
  target: "draft-2020-12",
  // Custom checks have no JSON Schema form; their messages go into descriptions instead.
  errorMode: "ignore",
  definitions: Object.fromEntries(Object.entries(named).map(([name, { schema }]) => [name, schema])),
  overrideRef: ({ referenceId }) => refTo(referenceId),
  overrideSchema: ({ valibotSchema, jsonSchema }) => notedInside(valibotSchema, { ...jsonSchema }),
};

/** Flattens nested anyOf. */
function flattened(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(flattened);
  if (typeof json !== "object" || json === null) return json;
  const flat = Object.fromEntries(Object.entries(json).map(([keyword, inner]) => [keyword, flattened(inner)]));
  const { anyOf } = flat;
  if (!Array.isArray(anyOf)) return flat;
  const isChoice = (option: JsonSchema): boolean => Object.keys(option).length === 1 && Array.isArray(option["anyOf"]);
  return { ...flat, anyOf: anyOf.flatMap((option: JsonSchema) => (isChoice(option) ? option["anyOf"] : [option])) };
}

function plain(schema: Schema, typeMode: "input" | "output", definitions = config.definitions): JsonSchema {
  const {
    $schema: _dialect,
    $defs: _definitions,
    ...json
  } = toJsonSchema(schema, { ...config, typeMode, ...(definitions && { definitions }) });
  return flattened(noted(schema, json)) as JsonSchema;
}

/** A schema's input form, as sent on the wire. */
export const wireSchema = (schema: Schema): JsonSchema => plain(schema, "input");

/** A query field by its meaning: text in the URL is typed as the number or boolean it holds. */
export function querySchema(schema: Schema): JsonSchema {
  const { anyOf, type, ...rest } = plain(schema, "output");
  if (type !== undefined || !Array.isArray(anyOf))
    return { ...(type === undefined ? {} : { type }), ...(anyOf === undefined ? {} : { anyOf }), ...rest };
  const types = anyOf.map((option: JsonSchema) => option["type"]);
  if (types.includes("boolean")) return { type: "boolean", ...rest };
  return { anyOf, ...rest };
}

/** The contract's shared schemas, by name. */
export function componentSchemas(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(named).map(([name, { schema, as, says }]) => {
      const others = Object.fromEntries(Object.entries(config.definitions ?? {}).filter(([other]) => other !== name));
      const isQuery = schema === pageNumber || schema === pageLimit;
      const { anyOf, ...rest } = plain(as ?? schema, isQuery ? "output" : "input", others);
      const json = isQuery ? rest : { ...(anyOf === undefined ? {} : { anyOf }), ...rest };
      return [name, { ...json, ...(says === undefined ? {} : { description: says }) }];
    }),
  );
}
