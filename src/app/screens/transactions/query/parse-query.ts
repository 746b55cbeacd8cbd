import { type FilterName, filterOf } from "../filter-params.ts";
import { closest } from "./closest.ts";
import {
  boundsOf,
  filterOfTerm,
  type Operator,
  operators,
  type QueryFields,
  termNames,
  type TermName,
  termStart,
  textTerms,
  valuesOf,
  verifiedWords,
} from "./terms.ts";

/** A query mistake: its position (in characters), what was expected there, and what may have been meant. */
export interface Mistake {
  readonly is:
    | "unknownTerm"
    | "operator"
    | "noValue"
    | "noListedValue"
    | "openQuote"
    | "twice"
    | "unknownValue"
    | "notAmount"
    | "notDay"
    | "turned"
    | "tooLong";
  readonly at: number;
  readonly length: number;
  /** The text in question. */
  readonly text: string;
  /** Valid values there. */
  readonly expected?: readonly string[];
  /** Suggested replacement. */
  readonly suggestion?: string | undefined;
}

export type Parsed = { readonly is: "read"; readonly fields: QueryFields } | { readonly is: "mistaken"; readonly mistake: Mistake };

/** A free word, or a term with its operator and value, and its position. */
interface Token {
  readonly at: number;
  readonly length: number;
  readonly term: string | undefined;
  readonly operator: Operator;
  readonly value: string;
  readonly isOpen: boolean;
}

/** Reads a quoted value, or up to the next space. */
function readValue(text: string, at: number): { value: string; end: number; isOpen: boolean } {
  if (text[at] !== '"') {
    const value = /^\S*/.exec(text.slice(at))?.[0] ?? "";
    return { value, end: at + value.length, isOpen: false };
  }
  let value = "";
  for (let end = at + 1; end < text.length; end += 1) {
    if (text[end] === '"') return { value, end: end + 1, isOpen: false };
    if (text[end] === "\\" && (text[end + 1] === '"' || text[end + 1] === "\\")) end += 1;
    value += text[end] ?? "";
  }
  return { value, end: text.length, isOpen: true };
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    at += /^\s*/.exec(text.slice(at))?.[0].length ?? 0;
    if (at >= text.length) return tokens;
    const start = termStart.exec(text.slice(at));
    const operator = operators.find((one) => one === start?.[2]) ?? ":";
    const { value, end, isOpen } = readValue(text, at + (start?.[0].length ?? 0));
    tokens.push({ at, length: end - at, term: start?.[1], operator, value: value.trim(), isOpen });
    at = end;
  }
}

type Read = { readonly fields: QueryFields } | { readonly mistake: Omit<Mistake, "at" | "length"> };

const padded = (part: string | undefined): string => (part ?? "").padStart(2, "0");

const isDay = (value: string): boolean => filterOf({ dateFrom: value }).dateFrom === value;

/** Normalises a date with single digits or other separators to the language's format. */
function tidyDay(value: string): string | undefined {
  const parts = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(value);
  const tidy = parts && `${parts[1]}-${padded(parts[2])}-${padded(parts[3])}`;
  return tidy !== null && isDay(tidy) ? tidy : undefined;
}

function readTerm(name: TermName, operator: Operator, value: string): Read {
  if (name === "amount") {
    if (!/^\d+(\.\d+)?$/.test(value)) return { mistake: { is: "notAmount", text: value } };
    return { fields: Object.fromEntries(boundsOf[operator].map((bound) => [bound, value])) };
  }
  if (operator !== ":") return { mistake: { is: "operator", text: `${name}${operator}`, suggestion: `${name}:${value}` } };
  switch (name) {
    case "type":
    case "status":
    case "verified": {
      const expected = valuesOf[name];
      const known = expected.find((one) => one.toLowerCase() === value.toLowerCase());
      if (known === undefined) {
        const meant = closest(value, expected);
        return { mistake: { is: "unknownValue", text: value, expected, suggestion: meant && `${name}:${meant}` } };
      }
      const word = Object.entries(verifiedWords).find(([one]) => name === "verified" && one === known)?.[1] ?? known;
      return { fields: { [filterOfTerm[name]]: word } };
    }
    case "from":
    case "to": {
      if (isDay(value)) return { fields: { [filterOfTerm[name]]: value } };
      const meant = tidyDay(value);
      return { mistake: { is: "notDay", text: value, suggestion: meant && `${name}:${meant}` } };
    }
    case "user":
    case "bank":
    case "currency":
      if (value.length > textTerms[name]) return { mistake: { is: "tooLong", text: name, expected: [String(textTerms[name])] } };
      return { fields: { [filterOfTerm[name]]: name === "currency" ? value.toUpperCase() : value } };
  }
}

function readToken({ term = "", operator, value, isOpen }: Token, before: QueryFields): Read {
  if (isOpen) return { mistake: { is: "openQuote", text: value } };
  const name = termNames.find((one) => one === term.toLowerCase());
  if (name === undefined) {
    const meant = closest(term, termNames);
    return { mistake: { is: "unknownTerm", text: term, expected: termNames, suggestion: meant && `${meant}${operator}${quoted(value)}` } };
  }
  if (value === "") {
    const listed = Object.entries(valuesOf).find(([one]) => one === name)?.[1];
    return { mistake: { is: listed ? "noListedValue" : "noValue", text: name, ...(listed && { expected: listed }) } };
  }
  const read = readTerm(name, operator, value);
  if ("mistake" in read) return read;
  const taken = name === "amount" ? boundsOf[operator].flatMap((bound) => rivals[bound]) : Object.keys(read.fields);
  return taken.some((filter) => filter in before) ? { mistake: { is: "twice", text: name } } : read;
}

/** Mutually exclusive filters. */
const rivals = {
  minAmount: ["minAmount", "moreThan"],
  moreThan: ["minAmount", "moreThan"],
  maxAmount: ["maxAmount", "lessThan"],
  lessThan: ["maxAmount", "lessThan"],
} as const;

/** Text as a value of the language: quoted if it would end early or parse differently. */
export const quoted = (value: string): string =>
  /^"|\s/.test(value) || value === "" ? `"${value.replaceAll(/[\\"]/g, String.raw`\$&`)}"` : value;

/**
 * Parses the search language: `type:SWAP status:pending amount>1000 currency:BTC user:ada from:2026-01-01`, quotes for
 * spaces, and free words, which form the search term. Reports the first mistake; nothing is guessed. The text must
 * already be cleaned (`plainText`), so positions match.
 */
export function parseQuery(text: string): Parsed {
  const fields: { [Name in FilterName]?: string } = {};
  const words: string[] = [];
  for (const token of tokensOf(text)) {
    const { at, length } = token;
    if (token.term === undefined && !token.isOpen) {
      words.push(token.value);
      continue;
    }
    const read = readToken(token, fields);
    if ("mistake" in read) return { is: "mistaken", mistake: { ...read.mistake, at, length } };
    const { dateFrom, dateTo } = { ...fields, ...read.fields };
    if (dateFrom !== undefined && dateTo !== undefined && dateTo < dateFrom)
      return { is: "mistaken", mistake: { is: "turned", text: dateTo, expected: [dateFrom], at, length } };
    Object.assign(fields, read.fields);
  }
  const searchTerm = words.join(" ").trim();
  if (searchTerm.length > 200)
    return { is: "mistaken", mistake: { is: "tooLong", text: "", expected: ["200"], at: 0, length: text.length } };
  return { is: "read", fields: searchTerm === "" ? fields : { ...fields, searchTerm } };
}
