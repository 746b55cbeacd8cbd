import type { Context, MiddlewareHandler } from "hono";
import type { AuditAction } from "../../src/contract/actions.ts";
import { settled } from "../db/settled.ts";
import type { Deps } from "../deps.ts";
import type { HostEnv } from "../http/host-env.ts";
import { Trail } from "./draft.ts";
import { writeEntry } from "./write-entry.ts";

/** What an answer says, where it is one of ours. */
async function messageIn(c: Context<HostEnv>): Promise<string | undefined> {
  if (!(c.res.headers.get("Content-Type") ?? "").includes("json")) return undefined;
  const said: unknown = await c.res.clone().json();
  return typeof said === "object" && said !== null && "message" in said && typeof said.message === "string" ? said.message : undefined;
}

/**
 * Stands before every route that leaves an entry in the audit log. Where the route's own transaction hasn't
 * written it, as for a refusal, it is written here, before the answer goes out; where it can't be written, no
 * answer goes out but a 500. What nobody stood behind, or was throttled, is told once and then counted.
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
      // Who is shut out has waited already.
      if (isFlood && status !== 429) await shutOut.hold();
    } else {
      const ending = await end();
      await settled(db, (tx) => writeEntry(tx, trail.draft, ending, clock()));
    }
    trail.isWritten = true;
  };
