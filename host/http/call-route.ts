import type { Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Permission } from "../../src/contract/sign-in.ts";
import type { Db } from "../db/connection.ts";
import type { Deps } from "../deps.ts";
import { type SignedIn, requireAdmin } from "../sessions/require-admin.ts";
import type { AnyCall, BodyIn, QueryIn } from "./call-types.ts";
import { once, readKey } from "./idempotency.ts";
import { Refusal } from "./refusal.ts";
import { filledQuery, parseBody, validate } from "./validate.ts";

export interface Request<C extends AnyCall> {
  readonly query: QueryIn<C>;
  readonly body: BodyIn<C>;
  readonly params: Readonly<Record<string, string>>;
  readonly address: string;
  readonly c: Context<HostEnv>;
}
export type AdminRequest<C extends AnyCall> = Request<C> & { readonly admin: SignedIn };
/** A mutation uses `tx` alone: the embedded database has one connection, and it is this transaction's. */
export type Mutation<C extends AnyCall> = AdminRequest<C> & { readonly tx: Db; readonly now: Date };

/** What the server tells the calls about a connection. */
export interface HostEnv {
  Bindings: {
    readonly address?: string;
    /** Cuts the connection, for the fault switch. */
    readonly cut?: () => void;
  };
}

export interface Router {
  readonly app: Hono<HostEnv>;
  readonly deps: Deps;
}

export interface Guard {
  /** Without it the call is refused with 403 (AUTH-18); undefined: any signed-in admin. */
  readonly needs?: Permission;
  /** What an absent query field counts as. */
  readonly defaults?: Readonly<Record<string, string>>;
}

const pathOf = (call: AnyCall): string => call.path.replace(/\{(\w+)\}/g, ":$1");

async function read<C extends AnyCall>(call: C, c: Context<HostEnv>, { defaults = {} }: Guard): Promise<Request<C>> {
  const query = call.query === undefined ? undefined : validate(call.query, { ...defaults, ...filledQuery(c.req.query()) }, "query");
  const body = call.body === undefined ? undefined : validate(call.body, parseBody(await c.req.text()), "body");
  const params: Record<string, string> = c.req.param();
  // The two casts carry the schema's own type, which validate has just checked.
  return { query: query as QueryIn<C>, body: body as BodyIn<C>, params, address: c.env?.address ?? "unknown", c };
}

async function readAsAdmin<C extends AnyCall>(deps: Deps, call: C, c: Context<HostEnv>, guard: Guard): Promise<AdminRequest<C>> {
  const admin = await requireAdmin(deps, c.req.header("Authorization"));
  const { needs } = guard;
  if (needs !== undefined && admin.permissions[needs] !== true)
    throw new Refusal(403, `This needs the permission ${needs}.`, { permission: needs });
  return { ...(await read(call, c, guard)), admin };
}

/** Serves a call that anybody may make. The handler returns the answer or throws a Refusal. */
export function openCall<C extends AnyCall>({ app }: Router, call: C, handle: (request: Request<C>) => Promise<object>): void {
  app.on(call.method, pathOf(call), async (c) => c.json(await handle(await read(call, c, {}))));
}

/** Serves a read, or a session's call, that needs a signed-in admin and the permission that the guard names. */
export function adminCall<C extends AnyCall>(
  { app, deps }: Router,
  call: C,
  guard: Guard,
  handle: (request: AdminRequest<C>) => Promise<object>,
): void {
  app.on(call.method, pathOf(call), async (c) => c.json(await handle(await readAsAdmin(deps, call, c, guard))));
}

interface Answer {
  readonly status: ContentfulStatusCode;
  readonly text: string;
}

/** Does the work in a transaction of its own inside `db`'s; a refusal undoes it and becomes the answer. */
async function attempt(db: Db, work: (tx: Db) => Promise<object>): Promise<Answer> {
  try {
    return { status: 200, text: JSON.stringify(await db.transaction(work)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, text: JSON.stringify({ success: false, message: error.message, ...error.more }) };
  }
}

/**
 * Serves a mutation: one transaction for everything it does, and once for each idempotency key (HOST-5). The
 * handler returns the answer or throws a Refusal, which undoes what it did.
 */
export function mutationCall<C extends AnyCall>(
  { app, deps }: Router,
  call: C,
  guard: Guard,
  handle: (request: Mutation<C>) => Promise<object>,
): void {
  const { db, clock } = deps;
  app.on(call.method, pathOf(call), async (c) => {
    const key = readKey(c.req.header("Idempotency-Key"));
    const request = await readAsAdmin(deps, call, c, guard);
    const now = clock();
    const work = (tx: Db): Promise<object> => handle({ ...request, tx, now });
    const headers = { "Content-Type": "application/json" };
    if (key === undefined) {
      const { status, text } = await attempt(db, work);
      return c.body(text, status, headers);
    }
    const url = new URL(c.req.url);
    const keyed = { adminId: request.admin.id, key, method: c.req.method, path: url.pathname + url.search, body: await c.req.text() };
    const { status, text, isReplay } = await once(db, keyed, now, (tx) => attempt(tx, work));
    return c.body(text, status, { ...headers, ...(isReplay ? { "Idempotency-Replayed": "true" } : {}) });
  });
}
