/** So many rows are looked through one by one. */
export const fewRows = 1000;

const partLength = 6;
const digitsIn = (text: string): number => text.replaceAll(/[^0-9]/g, "").length;

/**
 * The part of a search text that few rows are likely to hold: the six characters with the most digits. Undefined without digits,
 * and if the text is no longer.
 *
 * The index of words has a list of rows for each three letters, and reads the lists of all that a text has: those of a common name
 * or of a prefix that every reference has are long, and find nothing more. With the part alone a search among ten times the rows
 * takes little longer.
 */
export function rarePart(text: string): string | undefined {
  const characters = Array.from(text);
  if (characters.length <= partLength) return undefined;
  const parts = characters.slice(partLength - 1).map((_, at) => characters.slice(at, at + partLength).join(""));
  const rarest = parts.reduce((best, part) => (digitsIn(part) >= digitsIn(best) ? part : best));
  return digitsIn(rarest) === 0 ? undefined : rarest;
}
