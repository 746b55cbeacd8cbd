import { createHash, timingSafeEqual } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Hono } from "hono";
import * as v from "valibot";
import type { Connection } from "../db/connection.ts";
import { rows } from "../db/rows.ts";
import type { HostEnv } from "../http/host-env.ts";
import { Refusal } from "../http/refusal.ts";
import type { Metrics } from "./metrics.ts";

/** A database that takes longer than this, in ms, counts as unreachable. */
const patienceMs = 3000;

const state = v.object({ takesChanges: v.boolean() });

/** Whether the database answers, and takes changes: a server that a failover has made a replica doesn't. */
async function answers({ db }: Connection): Promise<boolean> {
  const late = new AbortController();
  try {
    const asked = rows(db, state, sql`select current_setting('transaction_read_only') = 'off' as "takesChanges"`).then(
      ([found]) => found?.takesChanges === true,
    );
    return await Promise.race([asked, pause(patienceMs, false, { signal: late.signal })]);
  } catch {
    return false;
  } finally {
    late.abort();
  }
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * Monitoring: /healthz (the process runs), /readyz (it can serve) and /metrics (counters, with the configured token; without a
 * token there is no such route).
 */
export function healthCalls(app: Hono<HostEnv>, connection: Connection, metrics: Metrics, token: string | undefined): void {
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) => ((await answers(connection)) ? c.json({ status: "ready" }) : c.json({ status: "no database" }, 503)));
  if (token === undefined) return;
  app.get("/metrics", async (c) => {
    const given = /^Bearer +(\S+)$/i.exec(c.req.header("Authorization") ?? "")?.[1] ?? "";
    if (!timingSafeEqual(digest(given), digest(token)))
      throw new Refusal(401, "The metrics need their token.", {}, { "WWW-Authenticate": "Bearer" });
    return c.text(await metrics.text(), 200, { "Content-Type": metrics.contentType });
  });
}
