import type { Context, MiddlewareHandler } from "hono";
import type { AuditAction } from "../../src/contract/actions.ts";
import { settled } from "../db/settled.ts";
import type { Deps } from "../deps.ts";
import type { HostEnv } from "../http/host-env.ts";
import { Trail } from "./draft.ts";
import { writeEntry } from "./write-entry.ts";

/** The `message` of a JSON answer, if any. */
async function messageIn(c: Context<HostEnv>): Promise<string | undefined> {
  if (!(c.res.headers.get("Content-Type") ?? "").includes("json")) return undefined;
  const said: unknown = await c.res.clone().json();
  return typeof said === "object" && said !== null && "message" in said && typeof said.message === "string" ? said.message : undefined;
}

/**
 * Wraps every route that leaves an audit entry. If the route's own transaction didn't write it (a refusal), it is written here
 * before the answer is sent; if it can't be written, the answer is a 500. Unauthenticated and throttled requests go to the tallies.
 */
export const trailed =
  ({ db, clock, tallies, shutOut }: Deps, action: AuditAction): MiddlewareHandler<HostEnv> =>
  async (c, next) => {
    const trail = new Trail(action, c.env?.address ?? "unknown");
    c.set("trail", trail);
    await next();
    if (trail.isWritten) return;
    const { status } = c.res;
    const end = async () => ({ status, message: await messageIn(c) });
    if (trail.draft.actor.id === null || status === 429) {
      const isFlood = await tallies.add(trail.draft, status, end, clock());
      // A locked-out client (429) has already been delayed.
      if (isFlood && status !== 429) await shutOut.hold();
    } else {
      const ending = await end();
      await settled(db, (tx) => writeEntry(tx, trail.draft, ending, clock()));
    }
    trail.isWritten = true;
  };
