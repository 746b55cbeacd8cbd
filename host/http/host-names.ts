import { isIPv6 } from "node:net";
import type { MiddlewareHandler } from "hono";
import { type Options, isLocalOnly, isLoopback } from "../options.ts";
import type { HostEnv } from "./host-env.ts";
import { Refusal } from "./refusal.ts";

/** Host names a request may use, besides this machine's. */
export interface HostNames {
  readonly names: readonly string[];
  /** Whether to use the proxy's X-Forwarded-Host. */
  readonly trustProxy: boolean;
}

/** The host part of "desk.example:4173" or "[::1]:4173", in lower case. */
function nameIn(host: string): string {
  const bracketed = /^\[([^\]]*)\]/.exec(host)?.[1];
  return (bracketed ?? host.replace(/:\d*$/, "")).toLowerCase();
}

/** PUBLIC_URL's name and the listening address. Undefined (any name) if the host is reachable from elsewhere without PUBLIC_URL. */
export function hostNames(options: Pick<Options, "HOST" | "TRUST_PROXY" | "PUBLIC_URL">): HostNames | undefined {
  const { HOST, TRUST_PROXY: trustProxy, PUBLIC_URL } = options;
  if (PUBLIC_URL === undefined && !isLocalOnly(options)) return undefined;
  const own = nameIn(isIPv6(HOST) ? `[${HOST}]` : HOST);
  return { names: [own, ...(PUBLIC_URL === undefined ? [] : [nameIn(new URL(PUBLIC_URL).host)])], trustProxy };
}

/**
 * Refuses requests for another host name. Against DNS rebinding: a foreign page whose name resolves to this machine would have the
 * host's own origin to the browser.
 */
export function calledByName({ names, trustProxy }: HostNames): MiddlewareHandler<HostEnv> {
  const known = new Set(names);
  return async (c, next) => {
    const forwarded = trustProxy ? c.req.header("X-Forwarded-Host")?.split(",")[0]?.trim() : undefined;
    const name = nameIn(forwarded || c.req.header("Host") || new URL(c.req.url).host);
    if (!known.has(name) && !isLoopback(name) && !name.endsWith(".localhost"))
      throw new Refusal(421, `This host isn't known as ${name.slice(0, 253)}. Whoever runs it names its address in PUBLIC_URL.`);
    await next();
  };
}
