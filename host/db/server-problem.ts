import { StartError } from "../start-error.ts";

const unknownAuthority =
  "its certificate is of an authority that isn't known here. Name the authority's own with sslrootcert=FILE in DATABASE_URL";

/** Advice by OS or PostgreSQL error code. */
const advice: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there. Start PostgreSQL, or correct DATABASE_URL",
  ENOTFOUND: "there is no such server. Correct DATABASE_URL",
  EAI_AGAIN: "its name can't be looked up now. Correct DATABASE_URL, or try again",
  ETIMEDOUT: "it doesn't answer. Correct DATABASE_URL, or let the connection through",
  EHOSTUNREACH: "it can't be reached. Correct DATABASE_URL, or let the connection through",
  ECONNRESET: "it ended the connection. Correct DATABASE_URL (is it PostgreSQL? with or without sslmode?)",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  ERR_INVALID_URL: "that is no address. Write what is special in the password with % (# as %23)",
  "28P01": "it refuses the user or the password. Correct them in DATABASE_URL",
  "28000": "it refuses the user. Correct DATABASE_URL, or allow the user in pg_hba.conf",
  "3D000": "it has no such database. Make it with createdb, or correct DATABASE_URL",
  "25006": "it takes no changes, as a replica. Name the primary in DATABASE_URL",
  "42501": "the user may not make tables, or the extension pg_trgm, in the database. Let the user own it (docs/deploy.md)",
  "53300": "it has no connection left. Raise max_connections, or end others",
  "57P03": "it is starting up or shutting down. Try again",
};

/** The first code in an error's cause chain. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return "code" in error && typeof error.code === "string" ? error.code : codeOf(error.cause);
}

/** Where a PostgreSQL server is, without user and password. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return "of DATABASE_URL";
  const { host, pathname, searchParams } = new URL(url);
  return `${host || (searchParams.get("host") ?? "localhost")}${pathname}`;
}

/** A one-line error if an operator can fix it; otherwise undefined. */
export function serverProblem(error: unknown, url: string): StartError | undefined {
  const code = codeOf(error);
  const known = code === undefined ? undefined : advice[code];
  return known === undefined ? undefined : new StartError(`The database ${placeOf(url)} can't be used: ${known} (${code}).`);
}

/** As `serverProblem`, with a fallback for any other cause. */
export function connectionProblem(error: unknown, url: string): StartError {
  const message = error instanceof Error ? error.message : String(error);
  return serverProblem(error, url) ?? new StartError(`The database ${placeOf(url)} can't be reached: ${message}. Correct DATABASE_URL.`);
}

/** The oldest version that is supported, and tested. */
const oldestVersion = 15;

interface Fitness {
  readonly version: number;
  readonly trigrams: boolean;
  readonly taken: boolean;
}

/** Why a server is too old, lacks what the host needs, or has a database that is another application's; undefined if it is none of these. */
export function unfitProblem({ version, trigrams, taken }: Fitness, url: string): StartError | undefined {
  const why =
    version < oldestVersion
      ? `its server is PostgreSQL ${version}. Take ${oldestVersion} or newer`
      : !trigrams
        ? "its server lacks the extension pg_trgm. Install the package of PostgreSQL's contrib modules (postgresql-contrib)"
        : taken
          ? "it holds another application's tables. Make one for the host alone, with createdb"
          : undefined;
  return why === undefined ? undefined : new StartError(`The database ${placeOf(url)} can't be used: ${why} (docs/deploy.md).`);
}

/**
 * Why a database with this encoding can't be used; undefined for UTF8. Other encodings refuse some characters, or store them as
 * bytes that no search finds.
 */
export function encodingProblem(encoding: string | undefined, url: string): StartError | undefined {
  if (encoding === "UTF8") return undefined;
  const how = "Make another one: createdb --encoding UTF8 --template template0 --locale C.UTF-8 (docs/deploy.md)";
  return new StartError(`The database ${placeOf(url)} can't be used: its encoding is ${encoding}, not UTF8. ${how}.`);
}

/**
 * Why a database with this DateStyle can't be used; undefined for ISO. The driver reads dates as ISO: in another style some are
 * taken for others (day and month swapped), and the rest for none.
 */
export function dateProblem(style: string | undefined, url: string): StartError | undefined {
  if (style?.startsWith("ISO") === true) return undefined;
  const name = URL.canParse(url) ? decodeURIComponent(new URL(url).pathname.slice(1)) : "";
  const how = `Let it: alter database ${name || "NAME"} set datestyle = 'ISO, MDY' (and the same for the role, if that sets it)`;
  return new StartError(`The database ${placeOf(url)} can't be used: it writes dates as ${style}, not ISO. ${how}.`);
}
