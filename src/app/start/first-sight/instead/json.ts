/** A token's claims and an admin record have no number that a float would change. */
export const parseJson = (text: string): unknown => JSON.parse(text);
