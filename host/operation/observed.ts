import { performance } from "node:perf_hooks";
import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { HostEnv } from "../http/host-env.ts";
import { log } from "./log.ts";
import type { Metrics } from "./metrics.ts";

/** The route's pattern, which holds nothing that somebody sent; whatever has none of its own is a page, a file or a mistake. */
export const routeOf = (c: Context): string => matchedRoutes(c).find(({ path }) => !path.includes("*"))?.path ?? "other";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Counts and times every request, and logs it where the log is asked for each. */
export const observed =
  (metrics: Metrics, isLogged: boolean): MiddlewareHandler<HostEnv> =>
  async (c, next) => {
    const begun = performance.now();
    await next();
    const ms = performance.now() - begun;
    const method = methods.has(c.req.method) ? c.req.method : "other";
    const route = routeOf(c);
    metrics.count(method, route, c.res.status, ms / 1000);
    if (isLogged && !route.endsWith("z") && route !== "/metrics")
      log("info", "request", { method, route, status: c.res.status, ms: Math.round(ms * 10) / 10 });
  };
