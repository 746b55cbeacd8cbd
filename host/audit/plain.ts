/** Fields whose content never gets into the log, whatever call they come with. `tokens`, a list of currencies, is none. */
const secretName = /(pin|password|passcode|passphrase|secret|token|otp|authorization|cookie)$/i;
/** A signed token, wherever it stands. */
const signedToken = /\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g;

/** NUL and halves of characters, which no database and no UTF-8 takes. */
const notInDatabase = /\0|\p{Surrogate}/gu;

const withheld = "withheld";
const longestText = 2000;
/** Longer lists are told by their length; the figures' own history has their items. */
const longestList = 50;

const plainText = (text: string): string =>
  text.slice(0, longestText).replaceAll(notInDatabase, "\uFFFD").replaceAll(signedToken, withheld);

/**
 * A value as the log keeps it: JSON that every language reads and writes alike (docs/audit.md). Numbers that
 * aren't whole and of 15 digits at most become text, secrets are withheld, what is undefined is left out.
 */
export function plain(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return value;
  if (typeof value === "string") return plainText(value);
  if (typeof value === "number") return Number.isInteger(value) && Math.abs(value) < 1e15 ? value : String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.length > longestList ? { items: value.length } : value.map(plain);
  if (typeof value !== "object") return null;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .map(([name, field]) => [plainText(name), secretName.test(name) && field !== null ? withheld : plain(field)]),
  );
}

/** Text as the log keeps it. */
export const plainWord = (text: string | null | undefined): string | null => (text === null || text === undefined ? null : plainText(text));
