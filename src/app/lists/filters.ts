import * as v from "valibot";
import { plainText } from "../../contract/text.ts";

/** Text of each filter field; "" means no filter. */
export type Draft<Name extends string> = Readonly<Record<Name, string>>;

/** The filters of a list, in the order used by its panel, chips and address. */
export interface Filters<Name extends string> {
  readonly names: readonly Name[];
  readonly empty: Draft<Name>;
  /** Reads texts from an address or a form; invalid ones become "". */
  read: (text: (name: Name) => string | null | undefined) => Draft<Name>;
  /** Texts of values parsed earlier; not validated again. */
  textsOf: (values: Readonly<Partial<Record<Name, unknown>>>) => Draft<Name>;
  /** Active filters with their texts, for an address. */
  pairsOf: (draft: Draft<Name>) => [Name, string][];
  /** Names of the active filters. */
  activeIn: (draft: Draft<Name>) => readonly Name[];
}

/** `checks`: whether a non-empty text is a valid value of the filter. `capitals`: filters that are read in upper case. */
export function defineFilters<Name extends string>(
  checks: Readonly<Record<Name, (text: string) => boolean>>,
  capitals: readonly Name[] = [],
): Filters<Name> {
  const names = Object.keys(checks) as Name[];
  const draftOf = (textOf: (name: Name) => string): Draft<Name> =>
    Object.fromEntries(names.map((name) => [name, textOf(name)])) as Record<Name, string>;
  const read: Filters<Name>["read"] = (text) =>
    draftOf((name) => {
      const given = plainText(text(name) ?? "");
      const value = capitals.includes(name) ? given.toUpperCase() : given;
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

/** Checks a filter against its schema field; the schema is resolved on first use. */
export const fits =
  <Name extends string>(schema: Schemas<Name>, name: Name) =>
  (text: string): boolean =>
    v.is(schema.entries[name], text);
