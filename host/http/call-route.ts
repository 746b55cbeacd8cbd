import { setTimeout as pause } from "node:timers/promises";
import type { Context, Hono, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as v from "valibot";
import type { Permission } from "../../src/contract/sign-in.ts";
import type { Note, Trail } from "../audit/draft.ts";
import { trailed } from "../audit/trail.ts";
import { writeEntry } from "../audit/write-entry.ts";
import type { Db } from "../db/connection.ts";
import { settled } from "../db/settled.ts";
import type { Deps } from "../deps.ts";
import { type SignedIn, requireAdmin, requireStill } from "../sessions/require-admin.ts";
import type { SeenFrom } from "../sessions/sessions.ts";
import type { AnyCall, BodyIn, QueryIn } from "./call-types.ts";
import type { HostEnv } from "./host-env.ts";
import { once, readKey } from "./idempotency.ts";
import { Refusal } from "./refusal.ts";
import { filledQuery, mayBeUnstorable, parseBody, plainFields, requireStorable, validate } from "./validate.ts";

export interface Request<C extends AnyCall> {
  readonly query: QueryIn<C>;
  readonly body: BodyIn<C>;
  readonly params: Readonly<Record<string, string>>;
  readonly address: string;
  /** Adds to the call's audit entry, if it has one. */
  readonly note: Note;
  readonly c: Context<HostEnv>;
}
export type AdminRequest<C extends AnyCall> = Request<C> & { readonly admin: SignedIn };
/** A mutation must use only `tx`: the embedded database has one connection, and this transaction holds it. */
export type Mutation<C extends AnyCall> = AdminRequest<C> & { readonly tx: Db; readonly now: Date };

/** A call as served; the OpenAPI document is generated from it, so that it can't drift. */
export interface Served {
  readonly call: AnyCall;
  readonly guard: Guard;
}

export interface Router {
  readonly app: Hono<HostEnv>;
  readonly deps: Deps;
  /** Every registered call, in order of registration. */
  readonly served: Served[];
}

export interface Guard {
  /** The permission required, else 403 (AUTH-18); undefined: any signed-in admin. */
  readonly needs?: Permission;
  /** An alternative to `needs`. */
  readonly orNeeds?: Permission;
  /** Whether success is 201. */
  readonly created?: boolean;
  /** Defaults of absent query fields. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Another path for the same call. */
  readonly alsoAt?: string;
  /** Body limit in MB for who may make the call; default 1, as for everybody else. */
  readonly mostMegabytes?: number;
  /** Whether it is available to an admin who must first add a passkey (PASS-3). */
  readonly beforePasskey?: boolean;
  /** Whether it only ends the session, for which an expired token will do. */
  readonly endsSession?: boolean;
  /** Runs before the request is read; throws to refuse it. */
  readonly first?: (c: Context<HostEnv>) => Promise<void>;
  /** Minimum time in ms until a success is answered, its audit entry included, so that timing doesn't tell whose email is known. */
  readonly answersAfterMs?: number;
}

/** Whether these permissions pass a guard. */
export const mayCall = ({ needs, orNeeds }: Guard, permissions: SignedIn["permissions"]): boolean =>
  needs === undefined || [needs, orNeeds].some((name) => name !== undefined && permissions[name] === true);

/** Throws 403 unless the admin's permissions pass a guard. */
export function requirePermission(guard: Guard, { permissions }: SignedIn): void {
  if (mayCall(guard, permissions)) return;
  const { needs, orNeeds } = guard;
  const either = orNeeds === undefined ? needs : `${needs} or ${orNeeds}`;
  throw new Refusal(403, `This needs the permission ${either}.`, { permission: needs });
}

const routeTo = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

const bodyBroken = (): Refusal => new Refusal(400, "The body broke off", { field: "body" });

/** Passes an error on; 400 if the client disconnected mid-body, which is no failure of the host. */
function brokenOff(error: unknown): never {
  if (!(error instanceof Error && "code" in error && error.code === "ECONNRESET")) throw error;
  throw bodyBroken();
}

/** Refuses a larger body with 413, unread where its length is announced. */
export function limited(megabytes = 1): MiddlewareHandler<HostEnv> {
  const limit = bodyLimit({
    maxSize: megabytes * 1024 * 1024,
    onError: () => {
      throw new Refusal(413, `body is above ${megabytes} MB`, { field: "body" });
    },
  });
  // It reads a chunked body itself.
  return (c, next) => limit(c, next).catch(brokenOff);
}

/** A guard's limit, which is 1 MB for an admin who may not make the call; above it they are told so. */
function limitedBy(guard: Guard): MiddlewareHandler<HostEnv> {
  const [small, large] = [limited(), limited(guard.mostMegabytes)];
  return async (c, next) => {
    const admin = c.get("admin");
    if (admin === undefined || mayCall(guard, admin.permissions)) return large(c, next);
    return small(c, next).catch((error: unknown) => {
      if (error instanceof Refusal && error.status === 413) requirePermission(guard, admin);
      throw error;
    });
  };
}

/** Registers a call's route. A call with an audit action leaves an entry there, whatever its outcome. */
function serve(
  { app, deps, served }: Router,
  call: AnyCall,
  guard: Guard,
  answer: (c: Context<HostEnv>, trail: Trail | undefined) => Promise<Response>,
): void {
  served.push({ call, guard });
  const before: MiddlewareHandler<HostEnv>[] = call.action === undefined ? [] : [trailed(deps, call.action)];
  const { first, answersAfterMs } = guard;
  if (answersAfterMs !== undefined)
    before.unshift(async (c, next) => {
      const paused = pause(answersAfterMs);
      await next();
      if (c.res.ok) await paused;
    });
  if (first !== undefined)
    before.push(async (c, next) => {
      await first(c);
      await next();
    });
  const routes = [call.path, ...(guard.alsoAt === undefined ? [] : [guard.alsoAt])].map(routeTo);
  app.on(call.method, routes, ...before, limitedBy(guard), (c) => answer(c, c.get("trail")));
}

async function bodyOf(c: Context<HostEnv>): Promise<string> {
  const text = await c.req.text().catch(brokenOff);
  // One that broke off before it was read seems empty.
  if (c.env?.isWhole?.() === false) throw bodyBroken();
  return text;
}

const named = v.object({ email: v.optional(v.string()), phonenumber: v.optional(v.string()) });

/** Maximum characters parsed for a caller without permission, so that their bodies can neither tie up the host nor fill its log. */
const heardOfAnybody = 4096;

/** Notes the request's content and target as far as they can be parsed, so that invalid requests are logged with them too. */
async function noteAsked(call: AnyCall, c: Context<HostEnv>, trail: Trail | undefined, isAllowed: boolean): Promise<void> {
  if (trail === undefined) return;
  const params: Record<string, string> = c.req.param();
  const text = call.body === undefined ? "" : await bodyOf(c);
  if (!isAllowed && text.length > heardOfAnybody) return;
  let sent: unknown = c.req.query();
  try {
    if (call.body !== undefined) sent = parseBody(text);
  } catch {
    return;
  }
  const form = call.body ?? call.query;
  const asked = form === undefined ? undefined : v.safeParse(form, sent);
  const who = v.safeParse(named, sent);
  const target = (who.success ? (who.output.email ?? who.output.phonenumber) : undefined) ?? Object.values(params).join("/");
  trail.ask(asked?.success === true ? asked.output : undefined, target === "" ? undefined : target);
}

const unheard: Note = () => {};

async function read<C extends AnyCall>(
  call: C,
  c: Context<HostEnv>,
  trail: Trail | undefined,
  { defaults = {} }: Guard,
): Promise<Request<C>> {
  const query = call.query === undefined ? undefined : validate(call.query, { ...defaults, ...filledQuery(c.req.query()) }, "query");
  const text = call.body === undefined ? "" : await bodyOf(c);
  const body = call.body === undefined ? undefined : validate(call.body, parseBody(text), "body");
  const params = plainFields(c.req.param());
  requireStorable(query, "query");
  requireStorable(params, "path");
  if (mayBeUnstorable(text)) requireStorable(body, "body");
  // Both casts are sound: validate has just checked against the schema.
  return {
    query: query as QueryIn<C>,
    body: body as BodyIn<C>,
    params,
    address: c.env?.address ?? "unknown",
    note: trail?.note ?? unheard,
    c,
  };
}

/** The client's address and user agent, for the list of sessions. */
export const seenFrom = (c: Context<HostEnv>): SeenFrom => ({
  address: c.env?.address ?? "unknown",
  userAgent: c.req.header("User-Agent"),
});

/** As `serve`, for a signed-in admin: nothing of anybody else's body is read. */
function serveAdmins(router: Router, call: AnyCall, guard: Guard, answer: Parameters<typeof serve>[3]): void {
  const first = async (c: Context<HostEnv>): Promise<void> => {
    const admin = await requireAdmin(router.deps, c.req.header("Authorization"), seenFrom(c), guard.endsSession);
    c.get("trail")?.note({ actor: { id: admin.id, email: admin.email, role: admin.role } });
    c.set("admin", admin);
  };
  serve(router, call, { ...guard, first }, answer);
}

async function readAsAdmin<C extends AnyCall>(
  call: C,
  c: Context<HostEnv>,
  trail: Trail | undefined,
  guard: Guard,
): Promise<AdminRequest<C>> {
  const admin = c.get("admin");
  if (admin === undefined) throw new Error(`${call.method} ${call.path} was reached without a session.`);
  const mustAddPasskey = admin.onlyAddsPasskey && guard.beforePasskey !== true;
  const isAllowed = mayCall(guard, admin.permissions) && !mustAddPasskey;
  await noteAsked(call, c, trail, isAllowed);
  if (mustAddPasskey) throw new Refusal(403, "Add a passkey first: this host asks every admin for one.", { mustAddPasskey });
  requirePermission(guard, admin);
  return { ...(await read(call, c, trail, guard)), admin };
}

/** `requireStill`, and the guard once more, as a body may come long after its headers. */
async function askAgain({ demoAccounts }: Deps, db: Db, guard: Guard, admin: SignedIn): Promise<SignedIn> {
  const now = await requireStill(db, demoAccounts, admin);
  requirePermission(guard, now);
  return now;
}

/** Registers a call that needs no sign-in. The handler returns the answer or throws a Refusal. */
export function openCall<C extends AnyCall>(
  router: Router,
  call: C,
  handle: (request: Request<C>) => Promise<object>,
  guard: Pick<Guard, "first" | "answersAfterMs"> = {},
): void {
  serve(router, call, guard, async (c, trail) => {
    await noteAsked(call, c, trail, false);
    return c.json(await handle(await read(call, c, trail, {})));
  });
}

/** Registers a read, or a session call, for a signed-in admin with the guard's permission. */
export function adminCall<C extends AnyCall>(
  router: Router,
  call: C,
  guard: Guard,
  handle: (request: AdminRequest<C>) => Promise<object>,
): void {
  const { deps } = router;
  serveAdmins(router, call, guard, async (c, trail) => {
    const request = await readAsAdmin(call, c, trail, guard);
    const admin = call.body === undefined ? request.admin : await askAgain(deps, deps.db, guard, request.admin);
    return c.json(await handle({ ...request, admin }), guard.created === true ? 201 : 200);
  });
}

/** As `adminCall`, for an event stream. Intermediaries must not store, compress or buffer it. */
export function adminStream<C extends AnyCall>(
  router: Router,
  call: C,
  guard: Guard,
  handle: (request: AdminRequest<C>) => Promise<ReadableStream<Uint8Array>>,
): void {
  const headers = {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store, no-transform",
    "X-Accel-Buffering": "no",
  };
  serveAdmins(router, call, guard, async (c, trail) => {
    const request = await readAsAdmin(call, c, trail, guard);
    // A HEAD response has no reader that would end the stream.
    if (c.req.method === "HEAD") return c.body(null, 200, headers);
    return c.body(await handle(request), 200, headers);
  });
}

interface Answer {
  readonly status: ContentfulStatusCode;
  readonly text: string;
  readonly message: string | undefined;
}

const messageOf = (answer: object): string | undefined =>
  "message" in answer && typeof answer.message === "string" ? answer.message : undefined;

const refused = ({ status, message, more }: Refusal): Answer => ({
  status,
  text: JSON.stringify({ success: false, message, ...more }),
  message,
});

/**
 * Runs the work in a nested transaction. A Refusal becomes the answer: a thrown one rolls the work back, a returned one keeps it.
 */
async function attempt(db: Db, status: ContentfulStatusCode, work: (tx: Db) => Promise<object>): Promise<Answer> {
  try {
    const answer = await db.transaction(work);
    return answer instanceof Refusal ? refused(answer) : { status, text: JSON.stringify(answer), message: messageOf(answer) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refused(error);
  }
}

/**
 * Registers a mutation: one transaction for the work and its audit entry, once per idempotency key (HOST-5). Until it ends nobody
 * changes the admin's rights. The handler returns the answer, throws a Refusal (rolls back), or returns one (commits).
 */
export function mutationCall<C extends AnyCall>(
  router: Router,
  call: C,
  guard: Guard,
  handle: (request: Mutation<C>) => Promise<object>,
): void {
  const { db, clock } = router.deps;
  serveAdmins(router, call, guard, async (c, trail) => {
    if (trail === undefined) throw new Error(`${call.method} ${call.path} has no name in the audit log.`);
    const request = await readAsAdmin(call, c, trail, guard);
    const key = readKey(c.req.header("Idempotency-Key"));
    const now = clock();
    const work = async (tx: Db): Promise<Answer> => {
      const admin = await askAgain(router.deps, tx, guard, request.admin);
      const answer = await attempt(tx, guard.created === true ? 201 : 200, (inner) => handle({ ...request, admin, tx: inner, now }));
      await writeEntry(tx, trail.draft, answer, clock());
      return answer;
    };
    const headers = { "Content-Type": "application/json" };
    if (key === undefined) {
      const { status, text } = await settled(db, work);
      trail.isWritten = true;
      return c.body(text, status, headers);
    }
    const url = new URL(c.req.url);
    const keyed = { adminId: request.admin.id, key, method: c.req.method, path: url.pathname + url.search, body: await c.req.text() };
    const { status, text, isReplay } = await once(db, keyed, now, work);
    // A replay gets no entry of its own.
    trail.isWritten = true;
    return c.body(text, status, { ...headers, ...(isReplay ? { "Idempotency-Replayed": "true" } : {}) });
  });
}
