/** Fields whose content never gets into the log, whatever call they come with. `tokens`, a list of currencies, is none. */
const secretName = /(pin|password|passcode|passphrase|secret|token|ticket|otp|authorization|cookie)$/i;
/** A signed token, wherever it stands. */
const signedToken = /\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g;

/** NUL and halves of characters, which no database and no UTF-8 takes. */
const notInDatabase = /\0|\p{Surrogate}/gu;

const withheld = "withheld";
const longestText = 2000;
/** Longer lists are told by their length; the figures' own history has their items. */
const longestList = 50;

/** The same for the fields of an object, which nobody but the sender may have named. */
const mostFields = 50;
/** What lies deeper is told by its length; nothing that a call takes or changes is that deep. */
const deepest = 6;
/** All that is kept of one value: this many characters, of which each part counts some more. */
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
 * A value as the log keeps it: JSON that every language reads and writes alike (docs/audit.md). Numbers that
 * aren't whole and of 15 digits at most become text, secrets are withheld, what is undefined is left out, and
 * what is too long, too deep or too much is told by its length: an entry can't be taken back.
 */
export const plain = (value: unknown): unknown => kept(value, 0, { left: mostCharacters });

/** Text as the log keeps it. */
export const plainWord = (text: string | null | undefined): string | null => (text === null || text === undefined ? null : plainText(text));
