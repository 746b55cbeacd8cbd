/** Spanish and French count millions apart ("un millón de filas"): where English has two forms, they have three. */
type Many<Key> = Key extends `${infer Base}_other` ? `${Base}_many` : never;

/** The same words in another language: every key that English has, and a plural's third form. */
export type Translated<Words> = {
  readonly [Key in keyof Words]: Words[Key] extends string ? string : Translated<Words[Key]>;
} & { readonly [Key in keyof Words as Many<Key>]: string };
