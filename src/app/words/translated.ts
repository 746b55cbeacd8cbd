/** Spanish and French have a separate plural for millions ("un millón de filas"): three forms where English has two. */
type Many<Key> = Key extends `${infer Base}_other` ? `${Base}_many` : never;

/** The same texts in another language: every English key, plus the third plural form. */
export type Translated<Words> = {
  readonly [Key in keyof Words]: Words[Key] extends string ? string : Translated<Words[Key]>;
} & { readonly [Key in keyof Words as Many<Key>]: string };
