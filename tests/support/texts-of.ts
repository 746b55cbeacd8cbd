/** Every text of a catalogue by its path. */
export function textsOf(words: object, path = ""): [string, string][] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]): [string, string][] =>
    typeof value === "string" ? [[path + key, value]] : textsOf(value as object, `${path}${key}.`),
  );
}
