import type { Noun, Words } from "./words.ts";

/** Plurals are requested by the stem their forms share. */
type Stem<Key> = Key extends `${infer Name}_one` | `${infer Name}_other` ? Name : Key;

/** Paths of all texts of a namespace. */
type PathIn<W> = { [K in keyof W & string]: W[K] extends string ? Stem<K> : `${K}.${PathIn<W[K]>}` }[keyof W & string];

type Forms<W, Name extends string> = W extends Record<`${Name}_one`, infer One> & Record<`${Name}_other`, infer Other>
  ? One | Other
  : never;

type TextAt<W, Path extends string> = Path extends `${infer Part}.${infer Rest}`
  ? Part extends keyof W
    ? TextAt<W[Part], Rest>
    : never
  : Path extends keyof W
    ? W[Path]
    : Forms<W, Path>;

type CountIn<W, Path extends string> = Path extends `${infer Part}.${infer Rest}`
  ? Part extends keyof W
    ? CountIn<W[Part], Rest>
    : never
  : `${Path}_other` extends keyof W
    ? "count"
    : never;

/** Values a text needs: the names in its `{{…}}`. */
type NamesIn<Text> = Text extends `${string}{{${infer Slot}}}${infer Rest}`
  ? (Slot extends `${infer Name}, ${string}` ? Name : Slot) | NamesIn<Rest>
  : never;

type Asked<N extends Noun, Path extends string> = NamesIn<TextAt<Words[N], Path>> | CountIn<Words[N], Path>;

type AskedBy<First extends Noun, Key extends string> = Key extends `${infer N extends Noun}:${infer Path}`
  ? Asked<N, Path>
  : Asked<First, Key>;

type ValuesFor<Names extends string> = [Names] extends [never]
  ? []
  : [values: { readonly [Name in Names]: Name extends "count" ? number : string | number }];

type FirstOf<N extends Noun | readonly Noun[]> = N extends readonly [infer First extends Noun, ...unknown[]] ? First : N & Noun;
type Each<N extends Noun | readonly Noun[]> = N extends readonly Noun[] ? N[number] : N;

type KeyOf<N extends Noun | readonly Noun[]> =
  | PathIn<Words[FirstOf<N>]>
  | { [One in Each<N> & Noun]: `${One}:${PathIn<Words[One]>}` }[Each<N> & Noun];

/**
 * Translates a text of these namespaces: `t("title")` from the first one, `t("common:cancel")` from any. Unknown keys,
 * unused values and missing values are type errors.
 */
export type Translate<N extends Noun | readonly [Noun, ...Noun[]]> = <Key extends KeyOf<N>>(
  key: Key,
  ...values: ValuesFor<AskedBy<FirstOf<N>, Key>>
) => string;
