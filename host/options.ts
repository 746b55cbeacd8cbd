import { parseArgs } from "node:util";
import * as v from "valibot";
import { isSupportedCountry } from "libphonenumber-js/min";
import { email } from "../src/contract/scalars.ts";
import { relyingPartyOf } from "./passkeys/relying-party.ts";
import { StartError } from "./start-error.ts";

const whole = (most: number) =>
  v.pipe(v.string(), v.regex(/^\d+$/, "is not a whole number"), v.transform(Number), v.maxValue(most, `is above ${most}`));
const on = ["1", "true", "on", "yes"];
const off = ["0", "false", "off", "no"];
/** Anything else is an error: a typo such as "disabled" must not turn an option on. */
const onOrOff = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.trim(),
  v.picklist([...on, ...off], "is neither on nor off"),
  v.transform((value) => on.includes(value)),
);
const flag = v.optional(onOrOff, "off");
/** A whole number of USD. */
const usd = whole(1_000_000_000_000);
/** Defaults, in USD: the highest worth of a single funding, and the alert threshold. */
export const defaultFundCeilingUsd = 1_000_000;
export const defaultFundAlertUsd = 100_000;
const filled = v.pipe(v.string(), v.trim(), v.nonEmpty("is empty"));

const serverAddress = v.pipe(filled, v.regex(/^postgres(ql)?:\/\//, "is not an address like postgresql://user:password@server/database"));

/** An origin as browsers send it: scheme, host and port only. */
const isOrigin = (value: string): boolean => URL.canParse(value) && new URL(value).origin === value;

const environment = v.object({
  PORT: v.optional(whole(65_535), "4173"),
  HOST: v.optional(
    v.pipe(
      filled,
      v.transform((value) => value.replace(/^\[(.+)\]$/, "$1")),
    ),
    "127.0.0.1",
  ),
  DATA_DIR: v.optional(filled, ".data"),
  DATABASE_URL: v.optional(serverAddress),
  DATABASE_READ_URL: v.optional(serverAddress),
  APP_DIR: v.optional(filled),
  ADMIN_EMAIL: v.optional(email),
  ADMIN_PIN: v.optional(v.pipe(v.string(), v.regex(/^\d{6}$/, "must be exactly 6 digits"))),
  ALLOW_REGISTRATION: flag,
  ALLOWED_ORIGINS: v.pipe(
    v.optional(v.string(), ""),
    v.transform((value) => value.split(",").flatMap((origin) => origin.trim() || [])),
    v.everyItem(
      isOrigin,
      ({ input }) => `names ${input.find((origin) => !isOrigin(origin))}, which is no origin like https://desk.example`,
    ),
  ),
  TRUST_PROXY: flag,
  REQUIRE_PASSKEY: flag,
  /** Absent, as USERS and TRANSACTIONS: as of a demonstration where only this machine reaches the host, else none. */
  ACTIVITY: v.optional(onOrOff),
  COUNTERFOIL_FAULTS: flag,
  LOG: v.optional(v.picklist(["text", "json"], "is neither text nor json"), "text"),
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]{16,}$/, "must have at least 16 visible characters"))),
  PHONE_COUNTRY: v.optional(
    v.pipe(
      filled,
      v.toUpperCase(),
      v.check((value) => isSupportedCountry(value), "is not a country's two letters, such as NG"),
    ),
    "NG",
  ),
  PUBLIC_URL: v.optional(
    v.pipe(
      filled,
      v.check((value) => URL.canParse(value) && /^https?:/.test(value), "is not an http(s) address"),
      v.check((value) => !/[?#@]/.test(value), "has more than a name, a port and a path"),
    ),
  ),
  FUND_CEILING_USD: v.optional(v.pipe(usd, v.minValue(1, "is below 1")), String(defaultFundCeilingUsd)),
  FUND_ALERT_USD: v.optional(usd, String(defaultFundAlertUsd)),
  /** Absent: as when the database was created (`beganWithApprovals`). */
  APPROVALS: v.optional(onOrOff),
  /** The admin whose passkeys to remove; the host then exits without serving. */
  RESET_PASSKEYS: v.optional(email),
  USERS: v.optional(whole(10_000_000)),
  TRANSACTIONS: v.optional(whole(100_000_000)),
});

type Given = v.InferOutput<typeof environment>;
/** What demonstration data there is. */
interface DemoOptions {
  readonly USERS: number;
  readonly TRANSACTIONS: number;
  readonly ACTIVITY: boolean;
}
const demoDefaults: DemoOptions = { USERS: 500, TRANSACTIONS: 20_000, ACTIVITY: true };
const noDemo: DemoOptions = { USERS: 0, TRANSACTIONS: 0, ACTIVITY: false };

/** The host's options; see docs/host.md for each. `isSized`: whether a size of the demonstration data was given, other than none. */
export type Options = Given & DemoOptions & { readonly isSized: boolean };

/** Options that are also command-line flags. */
const flagNames = { users: "USERS", transactions: "TRANSACTIONS", "reset-passkeys": "RESET_PASSKEYS" } as const;

/**
 * Reads the options from the environment and the command line (`--users`, `--transactions`, `--reset-passkeys`). Empty variables
 * count as absent. Throws StartError naming the first invalid one.
 */
export function readOptions(env: NodeJS.ProcessEnv, args: readonly string[]): Options {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const flags: Record<string, string> = {};
  try {
    const { values } = parseArgs({
      args: [...args],
      options: Object.fromEntries(Object.keys(flagNames).map((name) => [name, { type: "string" }])),
    });
    for (const [flag, name] of Object.entries(flagNames)) {
      // npm keeps a flag for itself where nobody put -- before it.
      const value = values[flag] ?? env[`npm_config_${flag.replaceAll("-", "_")}`];
      if (typeof value === "string" && value !== "") flags[name] = value;
    }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `${said.replace(/\.?$/, ".")} The options are ${Object.keys(flagNames)
        .map((name) => `--${name}`)
        .join(", ")} (npm start -- --users 50).`,
    );
  }
  const quoted = Object.keys(environment.entries).find((name) => /^(["']).*\1$/s.test(given[name] ?? ""));
  if (quoted !== undefined)
    throw new StartError(
      `${quoted} begins and ends with quotes, which are part of it here, as in an env file of Docker's. Leave them out.`,
    );
  const parsed = v.safeParse(environment, { ...given, ...flags });
  if (!parsed.success) throw new StartError(`${v.getDotPath(parsed.issues[0]) ?? ""} ${parsed.issues[0].message}.`);
  const { USERS, TRANSACTIONS, ACTIVITY } = parsed.output;
  const usual = isLocalOnly(parsed.output) ? demoDefaults : noDemo;
  const options = {
    ...parsed.output,
    USERS: USERS ?? usual.USERS,
    TRANSACTIONS: TRANSACTIONS ?? usual.TRANSACTIONS,
    ACTIVITY: ACTIVITY ?? usual.ACTIVITY,
    isSized: (USERS ?? 0) + (TRANSACTIONS ?? 0) > 0,
  };
  const where = isLoopback(options.HOST) ? "Where others reach it" : `On ${options.HOST}`;
  if (!isLocalOnly(options) && (options.ADMIN_EMAIL === undefined || options.ADMIN_PIN === undefined))
    throw new StartError(`${where} the host starts only with ADMIN_EMAIL and ADMIN_PIN (6 digits) given.`);
  if ((options.ADMIN_EMAIL === undefined) !== (options.ADMIN_PIN === undefined))
    throw new StartError("ADMIN_EMAIL and ADMIN_PIN (6 digits) are given together or not at all.");
  if (options.DATABASE_READ_URL !== undefined && options.DATABASE_URL === undefined)
    throw new StartError("DATABASE_READ_URL needs a DATABASE_URL: it names a replica of that server.");
  if (options.REQUIRE_PASSKEY && !canHavePasskeys(options))
    throw new StartError(
      "REQUIRE_PASSKEY needs a PUBLIC_URL with https and a name: browsers give no passkeys to an address, or without https.",
    );
  if (!isLocalOnly(options) && options.COUNTERFOIL_FAULTS)
    throw new StartError(
      "COUNTERFOIL_FAULTS works on loopback only, with no proxy before it: anybody who reaches the host could break it.",
    );
  return options;
}

const canHavePasskeys = (options: Given): boolean =>
  options.PUBLIC_URL === undefined ? isLocalOnly(options) : relyingPartyOf(options.PUBLIC_URL) !== undefined;

/** Whether it is a loopback address. */
export const isLoopback = (address: string): boolean =>
  address === "localhost" || address === "::1" || /^127\.\d+\.\d+\.\d+$/.test(address);

/** Whether only this machine can reach the host, as far as the options tell: loopback interface, no proxy, no public URL. */
export function isLocalOnly({ HOST, TRUST_PROXY, PUBLIC_URL }: Pick<Options, "HOST" | "TRUST_PROXY" | "PUBLIC_URL">): boolean {
  const isPublic = PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname.replace(/^\[|\]$/g, ""));
  return isLoopback(HOST) && !TRUST_PROXY && !isPublic;
}

/** Whether the host is just being tried out: no first admin configured, and only reachable from this machine. */
export const isDemonstration = (options: Given): boolean => options.ADMIN_EMAIL === undefined && isLocalOnly(options);
