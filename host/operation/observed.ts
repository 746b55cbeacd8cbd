import { performance } from "node:perf_hooks";
import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { HostEnv } from "../http/host-env.ts";
import { log } from "./log.ts";
import type { Metrics } from "./metrics.ts";

/** The route's pattern, without any request data; "other" for pages, files and unknown paths. */
export const routeOf = (c: Context): string => matchedRoutes(c).find(({ path }) => !path.includes("*"))?.path ?? "other";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Counts and times every request, and logs it if enabled. */
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
