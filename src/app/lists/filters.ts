import * as v from "valibot";
import { plainText } from "../../contract/text.ts";

/** What stands in the fields of a list's filters; an empty text is no filter. */
export type Draft<Name extends string> = Readonly<Record<Name, string>>;

/** The filters of a list, in the order of its panel, its chips and its address. */
export interface Filters<Name extends string> {
  readonly names: readonly Name[];
  readonly empty: Draft<Name>;
  /** The texts that make sense, as an address or a form gives them; the others are left empty. */
  read: (text: (name: Name) => string | null | undefined) => Draft<Name>;
  /** The texts of values that were read before; nothing is checked again. */
  textsOf: (values: Readonly<Partial<Record<Name, unknown>>>) => Draft<Name>;
  /** What is on, with its texts, as an address says it. */
  pairsOf: (draft: Draft<Name>) => [Name, string][];
  /** The names of what is on. */
  activeIn: (draft: Draft<Name>) => readonly Name[];
}

/** `checks`: whether a text that isn't empty is a value of the filter. */
export function defineFilters<Name extends string>(checks: Readonly<Record<Name, (text: string) => boolean>>): Filters<Name> {
  const names = Object.keys(checks) as Name[];
  const draftOf = (textOf: (name: Name) => string): Draft<Name> =>
    Object.fromEntries(names.map((name) => [name, textOf(name)])) as Record<Name, string>;
  const read: Filters<Name>["read"] = (text) =>
    draftOf((name) => {
      const value = plainText(text(name) ?? "");
      return value !== "" && checks[name](value) ? value : "";
    });
  const activeIn = (draft: Draft<Name>): Name[] => names.filter((name) => draft[name] !== "");
  return {
    names,
    empty: draftOf(() => ""),
    read,
    textsOf: (values) => draftOf((name) => String(values[name] ?? "")),
    pairsOf: (draft) => {
      const good = read((name) => draft[name]);
      return activeIn(good).map((name) => [name, good[name]]);
    },
    activeIn,
  };
}

interface Schemas<Name extends string> {
  readonly entries: Readonly<Record<Name, v.GenericSchema>>;
}

/** The check of a filter by its field in a schema, which is looked at with the first text. */
export const fits =
  <Name extends string>(schema: Schemas<Name>, name: Name) =>
  (text: string): boolean =>
    v.is(schema.entries[name], text);
