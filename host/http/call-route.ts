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
import { type SignedIn, requireAdmin } from "../sessions/require-admin.ts";
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
  /** Adds to the entry that the call leaves in the audit log, if it leaves one. */
  readonly note: Note;
  readonly c: Context<HostEnv>;
}
export type AdminRequest<C extends AnyCall> = Request<C> & { readonly admin: SignedIn };
/** A mutation uses `tx` alone: the embedded database has one connection, and it is this transaction's. */
export type Mutation<C extends AnyCall> = AdminRequest<C> & { readonly tx: Db; readonly now: Date };

/** A call as it is served: whoever describes the host reads it here, so that the description can't drift. */
export interface Served {
  readonly call: AnyCall;
  readonly guard: Guard;
}

export interface Router {
  readonly app: Hono<HostEnv>;
  readonly deps: Deps;
  /** Every call that has its route, in the order in which they came. */
  readonly served: Served[];
}

export interface Guard {
  /** Without it the call is refused with 403 (AUTH-18); undefined: any signed-in admin. */
  readonly needs?: Permission;
  /** Another permission that will do in the place of `needs`. */
  readonly orNeeds?: Permission;
  /** Whether it answers 201, since it makes something. */
  readonly created?: boolean;
  /** What an absent query field counts as. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Another path that leads to the same call. */
  readonly alsoAt?: string;
  /** Bodies above this many MB are refused unread; absent: 1. */
  readonly mostMegabytes?: number;
  /** Whether it is served to an admin who has to add a passkey before anything else (PASS-3). */
  readonly beforePasskey?: boolean;
  /** Is asked before anything of the request is read; throws for one that is to be refused. */
  readonly first?: (c: Context<HostEnv>) => Promise<void>;
}

/** Whether somebody with these permissions passes a guard. */
export const mayCall = ({ needs, orNeeds }: Guard, permissions: SignedIn["permissions"]): boolean =>
  needs === undefined || [needs, orNeeds].some((name) => name !== undefined && permissions[name] === true);

const routeTo = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

/** Refuses a larger body with 413, unread. */
export const limited = (megabytes = 1): MiddlewareHandler =>
  bodyLimit({
    maxSize: megabytes * 1024 * 1024,
    onError: () => {
      throw new Refusal(413, `body is above ${megabytes} MB`, { field: "body" });
    },
  });

/** Every call's one way to its route: what has a name in the audit log leaves its entry there, whatever becomes of it. */
function serve(
  { app, deps, served }: Router,
  call: AnyCall,
  guard: Guard,
  answer: (c: Context<HostEnv>, trail: Trail | undefined) => Promise<Response>,
): void {
  served.push({ call, guard });
  const before: MiddlewareHandler<HostEnv>[] = call.action === undefined ? [] : [trailed(deps, call.action)];
  const { first } = guard;
  if (first !== undefined)
    before.push(async (c, next) => {
      await first(c);
      await next();
    });
  const routes = [call.path, ...(guard.alsoAt === undefined ? [] : [guard.alsoAt])].map(routeTo);
  app.on(call.method, routes, ...before, limited(guard.mostMegabytes), (c) => answer(c, c.get("trail")));
}

/** The body's text; 400 where the client was cut off in the middle of it, which is no failure of the host. */
async function bodyOf(c: Context<HostEnv>): Promise<string> {
  try {
    return await c.req.text();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ECONNRESET")) throw error;
    throw new Refusal(400, "The body broke off", { field: "body" });
  }
}

const named = v.object({ email: v.optional(v.string()), phonenumber: v.optional(v.string()) });

/** So many characters are read of who may not do what they ask: what is larger would keep the host from everybody else. */
const heardOfAnybody = 1024 * 1024;

/** Notes what was asked, of whom, as far as that can be read: a request that is refused for its form has said it, too. */
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
  // The two casts carry the schema's own type, which validate has just checked.
  return {
    query: query as QueryIn<C>,
    body: body as BodyIn<C>,
    params,
    address: c.env?.address ?? "unknown",
    note: trail?.note ?? unheard,
    c,
  };
}

/** Where a request comes from, and with what, for the list of the admin's sessions. */
export const seenFrom = (c: Context<HostEnv>): SeenFrom => ({
  address: c.env?.address ?? "unknown",
  userAgent: c.req.header("User-Agent"),
});

async function readAsAdmin<C extends AnyCall>(
  deps: Deps,
  call: C,
  c: Context<HostEnv>,
  trail: Trail | undefined,
  guard: Guard,
): Promise<AdminRequest<C>> {
  const admin = await requireAdmin(deps, c.req.header("Authorization"), seenFrom(c));
  trail?.note({ actor: { id: admin.id, email: admin.email, role: admin.role } });
  const { needs, orNeeds } = guard;
  const mustAddPasskey = admin.onlyAddsPasskey && guard.beforePasskey !== true;
  const isAllowed = mayCall(guard, admin.permissions) && !mustAddPasskey;
  await noteAsked(call, c, trail, isAllowed);
  if (mustAddPasskey) throw new Refusal(403, "Add a passkey first: this host asks every admin for one.", { mustAddPasskey });
  if (!isAllowed) {
    const either = orNeeds === undefined ? needs : `${needs} or ${orNeeds}`;
    throw new Refusal(403, `This needs the permission ${either}.`, { permission: needs });
  }
  return { ...(await read(call, c, trail, guard)), admin };
}

/** Serves a call that anybody may make. The handler returns the answer or throws a Refusal. */
export function openCall<C extends AnyCall>(
  router: Router,
  call: C,
  handle: (request: Request<C>) => Promise<object>,
  guard: Pick<Guard, "first"> = {},
): void {
  serve(router, call, guard, async (c, trail) => {
    await noteAsked(call, c, trail, false);
    return c.json(await handle(await read(call, c, trail, {})));
  });
}

/** Serves a read, or a session's call, that needs a signed-in admin and the permission that the guard names. */
export function adminCall<C extends AnyCall>(
  router: Router,
  call: C,
  guard: Guard,
  handle: (request: AdminRequest<C>) => Promise<object>,
): void {
  serve(router, call, guard, async (c, trail) =>
    c.json(await handle(await readAsAdmin(router.deps, call, c, trail, guard)), guard.created === true ? 201 : 200),
  );
}

/** As `adminCall`, for what is answered by a stream of events. Nothing in between may store, compress or gather it. */
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
  serve(router, call, guard, async (c, trail) => {
    const request = await readAsAdmin(router.deps, call, c, trail, guard);
    // A HEAD has no reader, and nobody would end its stream.
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

/** Does the work in a transaction of its own inside `db`'s. A refusal becomes the answer: one that is thrown undoes the work, one that is returned keeps it. */
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
 * Serves a mutation: one transaction for everything it does and for its entry in the audit log, and once for
 * each idempotency key (HOST-5). The handler returns the answer, throws a Refusal, which undoes what it did, or returns
 * one, which keeps it.
 */
export function mutationCall<C extends AnyCall>(
  router: Router,
  call: C,
  guard: Guard,
  handle: (request: Mutation<C>) => Promise<object>,
): void {
  const { db, clock } = router.deps;
  serve(router, call, guard, async (c, trail) => {
    if (trail === undefined) throw new Error(`${call.method} ${call.path} has no name in the audit log.`);
    const request = await readAsAdmin(router.deps, call, c, trail, guard);
    const key = readKey(c.req.header("Idempotency-Key"));
    const now = clock();
    const work = async (tx: Db): Promise<Answer> => {
      const answer = await attempt(tx, guard.created === true ? 201 : 200, (inner) => handle({ ...request, tx: inner, now }));
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
    // A repeat is no second event: the first one's entry stands for it.
    trail.isWritten = true;
    return c.body(text, status, { ...headers, ...(isReplay ? { "Idempotency-Replayed": "true" } : {}) });
  });
}
