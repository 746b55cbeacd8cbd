/** Fields never logged, in any call; what a passkey signed could be sent again. `tokens`, a list of currencies, doesn't match. */
const secretName = /(pin|password|passcode|passphrase|secret|token|ticket|otp|authorization|cookie|signature|credential)$/i;
/** A JWT anywhere in a text. */
const signedToken = /\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g;

/** NUL and lone surrogates, which neither PostgreSQL nor UTF-8 accepts. */
const notInDatabase = /\0|\p{Surrogate}/gu;

const withheld = "withheld";
const longestText = 2000;
/** Longer lists are logged as their length; the figures' own history has the items. */
const longestList = 50;

/** Likewise for the fields of an object, whose names may come from the sender. */
const mostFields = 50;
/** Deeper values are logged as their length; no call takes or changes anything this deep. */
const deepest = 6;
/** Budget for one value, in characters; each part costs `perPart` extra. */
const mostCharacters = 100_000;
const perPart = 16;

interface Room {
  left: number;
}

const plainText = (text: string, most = longestText): string =>
  text.slice(0, most).replaceAll(notInDatabase, "\uFFFD").replaceAll(signedToken, withheld);

const keptText = (text: string, room: Room): string => {
  const kept = plainText(text, Math.max(0, Math.min(longestText, room.left)));
  room.left -= kept.length;
  return kept;
};

function keptObject(value: object, depth: number, room: Room): unknown {
  const names = Object.keys(value);
  const isWhole = depth < deepest && room.left > 0;
  if (!isWhole || names.length > mostFields) return { fields: names.length };
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .map(([name, field]) => [keptText(name, room), secretName.test(name) && field !== null ? withheld : kept(field, depth + 1, room)]),
  );
}

function kept(value: unknown, depth: number, room: Room): unknown {
  room.left -= perPart;
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return value;
  if (typeof value === "string") return keptText(value, room);
  if (typeof value === "number") return Number.isInteger(value) && Math.abs(value) < 1e15 ? value : String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) {
    const isWhole = depth < deepest && room.left > 0 && value.length <= longestList;
    return isWhole ? value.map((item) => kept(item, depth + 1, room)) : { items: value.length };
  }
  return typeof value === "object" ? keptObject(value, depth, room) : null;
}

/**
 * A value as logged: JSON that every language reads and writes alike (docs/audit.md). Numbers other than integers of at most 15
 * digits become text, secrets are withheld, undefined is omitted, and values that are too long, deep or large are logged as their
 * length, since an entry can't be removed later.
 */
export const plain = (value: unknown): unknown => kept(value, 0, { left: mostCharacters });

/** Text as logged. */
export const plainWord = (text: string | null | undefined): string | null => (text === null || text === undefined ? null : plainText(text));
