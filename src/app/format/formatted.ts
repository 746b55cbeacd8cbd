/** Texts by format name and value. */
export type FormattedTexts = Readonly<Record<string, string>>;

let kept: FormattedTexts = {};
let note: ((key: string, text: string) => void) | undefined;

/** The cached text of a key, or else formatted now. */
export function formatted(key: string, make: () => string): string {
  const text = kept[key] ?? make();
  note?.(key, text);
  return text;
}

/** Sets the cached texts; the caller ensures the formats would give the same. */
export function keepFormatted(texts: FormattedTexts): void {
  kept = texts;
}

/** Reports every text formatted from now on to a listener; undefined: none. */
export function noteFormatted(listener: typeof note): void {
  note = listener;
}
