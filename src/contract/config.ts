import * as v from "valibot";

// "//" or "/\" would name another host.
const path = v.pipe(v.string("must be text"), v.regex(/^\/(?![/\\])[^\s?#]*$/, "must be a path that starts with one /"));

const hostOrigin = v.pipe(
  v.string("must be text"),
  v.check(
    (value) => value === "" || (/^https?:\/\/[^\s?#@\\/]+(\/[^\s?#\\]*)?$/i.test(value) && URL.canParse(value)),
    "must be empty or only an http(s) origin with an optional path",
  ),
  // One spelling for one host: the cache is named by it.
  v.transform((value) => value && new URL(value).href.replace(/\/+$/, "")),
);

/** A header name that neither the app nor the browser sets; the browser would drop those silently. */
const ownHeader =
  /^(?!(accept|authorization|connection|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|user-agent|via|(accept|access-control|content|proxy|sec)-.*)$)[a-z0-9-]{1,60}$/i;

/**
 * `config.json`, served next to the app (CONF-1). All fields are optional; an unknown or invalid one stops the start, since a wrong
 * host is worse than none.
 */
export const config = v.strictObject({
  /** API origin with an optional prefix; "": the app's own origin. */
  host: v.optional(hostOrigin, ""),
  paths: v.optional(
    v.strictObject({
      fund: v.optional(path, "/funduser/fund"),
      deduct: v.optional(path, "/funduser/deduct"),
      users: v.optional(path, "/usermanagement/users"),
    }),
    {},
  ),
  /**
   * Header for an idempotency key on every mutation. Absent: none is sent.
   *
   * Without it, a browser may transparently repeat a POST when a kept-alive HTTP/1.1 connection dies before the answer, and the
   * host would do the work twice. Such hosts should use HTTP/2 or close the connection after each answer (docs/idempotency.md).
   */
  idempotencyHeader: v.optional(
    v.pipe(
      v.string("must be text"),
      v.check((name) => ownHeader.test(name), "must be a header that neither the app nor the browser sets"),
    ),
  ),
  /**
   * Path of the admin's attempts; /{key}/close below it asks about one by its idempotency key (KEY-1), so `idempotencyHeader` is
   * required too. Absent: not offered.
   */
  attempts: v.optional(path),
  /**
   * Path of the slips for a second admin; below it the policy at /policy and each slip at /{id} (APPR-1). Absent: not offered, and
   * the host funds and deducts directly.
   */
  approvals: v.optional(path),
  /**
   * Path at which two super_admins change the policy: one proposes by PUT; /approve and /withdraw below it decide. Absent: the
   * policy can't be changed here.
   */
  approvalPolicy: v.optional(path),
  /** Path of the audit log, with /counters and /chain below. Absent: not offered. */
  auditLog: v.optional(path),
  /** Path of the settings call. Absent: not offered. */
  settings: v.optional(path),
  /** Path of the list of admins, with /{id} below. Absent: not offered. */
  admins: v.optional(path),
  /** Path of the admin's own sessions, with /{id} and /others below. Absent: not offered. */
  sessions: v.optional(path),
  /**
   * Path of the admin's passkeys; the calls that add, remove, use and reset them are below. Absent: the host doesn't use passkeys.
   */
  passkeys: v.optional(path),
  /** Path of the change stream, with /presence below. Absent: not offered. */
  events: v.optional(path),
  /** Largest value of a single funding, in USD; the host refuses more. Absent: no known limit. */
  fundCeilingUsd: v.optional(v.pipe(v.number("must be a number"), v.minValue(1, "must be at least 1"))),
  /** Hours that cached data is kept after the last sync (AUTH-16). */
  retentionHours: v.optional(
    v.pipe(v.number("must be a number"), v.minValue(1, "must be at least 1"), v.maxValue(8760, "must be at most 8760")),
    72,
  ),
  /** Default country of phone numbers without calling code (ISO 3166, two letters). */
  phoneCountry: v.optional(v.pipe(v.string("must be text"), v.regex(/^[A-Z]{2}$/, "must be a country's two capital letters")), "NG"),
  maxCachedTransactions: v.optional(
    v.pipe(v.number("must be a number"), v.integer("must be a whole number"), v.minValue(500, "must be at least 500")),
    200_000,
  ),
});
export type Config = v.InferOutput<typeof config>;
export type ConfigInput = v.InferInput<typeof config>;
