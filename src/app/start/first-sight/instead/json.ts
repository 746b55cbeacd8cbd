/** A token's claims and an admin record have no number that a float would change. */
export const parseJson = (text: string): unknown => JSON.parse(text);
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
