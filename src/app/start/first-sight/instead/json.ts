/** A token's claims and an admin have no number that a float would change. */
export const parseJson = (text: string): unknown => JSON.parse(text);
