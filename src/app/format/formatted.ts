/** Texts by the name of the format that gave them and the value that it was given. */
export type FormattedTexts = Readonly<Record<string, string>>;

let kept: FormattedTexts = {};
let note: ((key: string, text: string) => void) | undefined;

/** The text of a key: as it is kept, else as the browser's formats make it. */
export function formatted(key: string, make: () => string): string {
  const text = kept[key] ?? make();
  note?.(key, text);
  return text;
}

/** From here on these are the texts of their keys; the caller knows that the formats would give the same. */
export function keepFormatted(texts: FormattedTexts): void {
  kept = texts;
}

/** From here on every text that is formatted is told to a listener, or to none. */
export function noteFormatted(listener: typeof note): void {
  note = listener;
}
