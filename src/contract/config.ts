import * as v from "valibot";

// Two slashes, or a backslash for the second, would name another host.
const path = v.pipe(v.string("must be text"), v.regex(/^\/(?![/\\])[^\s?#]*$/, "must be a path that starts with one /"));

const hostOrigin = v.pipe(
  v.string("must be text"),
  v.check(
    (value) => value === "" || (/^https?:\/\/[^\s?#@\\/]+(\/[^\s?#\\]*)?$/i.test(value) && URL.canParse(value)),
    "must be empty or only an http(s) origin with an optional path",
  ),
  v.transform((value) => value.replace(/\/+$/, "")),
);

/** A header's name, but none that the app sets itself, or the browser, which would drop it silently. */
const ownHeader =
  /^(?!(accept|authorization|connection|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|user-agent|via|(accept|access-control|content|proxy|sec)-.*)$)[a-z0-9-]{1,60}$/i;

/**
 * `config.json`, served beside the app (CONF-1). Every field is optional; an unknown or wrong one stops
 * the app at start, since a wrong host is worse than none.
 */
export const config = v.strictObject({
  /** Origin of the API with an optional prefix; "" is the app's own origin. */
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
   * The header that carries an idempotency key with every mutation. Absent: none is sent.
   *
   * Without it, one thing is out of the app's hands: a browser may repeat a POST by itself when a
   * kept-alive HTTP/1.1 connection dies before the answer, and a host that cannot tell the repeat
   * from a new request does the work twice. Such hosts should speak HTTP/2 or close the connection
   * after each mutation.
   */
  idempotencyHeader: v.optional(
    v.pipe(
      v.string("must be text"),
      v.check((name) => ownHeader.test(name), "must be a header that neither the app nor the browser sets"),
    ),
  ),
  /**
   * Path of the admin's attempts: what became of one is asked below, at /{key}/close, by its idempotency key (KEY-1), so a host
   * that names it names `idempotencyHeader`, too. Absent: the host offers none.
   */
  attempts: v.optional(path),
  /**
   * Path of the slips that a second admin decides on; the policy lies below, at /policy, and one slip at /{id} (APPR-1). Absent:
   * the host offers none, and funds and deducts at once.
   */
  approvals: v.optional(path),
  /**
   * Path at which two super_admins change the policy: one proposes another by PUT, and it is approved or taken away below, at
   * /approve and /withdraw. Absent: the policy can't be changed here.
   */
  approvalPolicy: v.optional(path),
  /** Path of the host's audit log; its counters and its chain lie below, at /counters and /chain. Absent: the host offers none. */
  auditLog: v.optional(path),
  /** Path of the host's settings call. Absent: the host offers none. */
  settings: v.optional(path),
  /** Path of the list of admins; one of them lies below, at /{id}. Absent: the host offers none. */
  admins: v.optional(path),
  /** Path of the admin's own sessions; one of them lies below, at /{id}, and all others at /others. Absent: the host offers none. */
  sessions: v.optional(path),
  /** Path of the admin's own passkeys; the calls that add, remove, use and reset them lie below. Absent: the host asks for none. */
  passkeys: v.optional(path),
  /** Path of the stream of changes; who looks at what is said below, at /presence. Absent: the host offers none. */
  events: v.optional(path),
  /** What a single funding may be worth at most, in USD; the host refuses more. Absent: the app knows of no such limit. */
  fundCeilingUsd: v.optional(v.pipe(v.number("must be a number"), v.minValue(1, "must be at least 1"))),
  /** Hours after the last successful sync for which cached data is kept (AUTH-16). */
  retentionHours: v.optional(
    v.pipe(v.number("must be a number"), v.minValue(1, "must be at least 1"), v.maxValue(8760, "must be at most 8760")),
    72,
  ),
  /** The country whose local phone numbers are read without its calling code (ISO 3166, two letters). */
  phoneCountry: v.optional(v.pipe(v.string("must be text"), v.regex(/^[A-Z]{2}$/, "must be a country's two capital letters")), "NG"),
  maxCachedTransactions: v.optional(
    v.pipe(v.number("must be a number"), v.integer("must be a whole number"), v.minValue(500, "must be at least 500")),
    200_000,
  ),
});
export type Config = v.InferOutput<typeof config>;
export type ConfigInput = v.InferInput<typeof config>;
