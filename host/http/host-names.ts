import type { MiddlewareHandler } from "hono";
import { type Options, isLocalOnly, isLoopback } from "../options.ts";
import type { HostEnv } from "./host-env.ts";
import { Refusal } from "./refusal.ts";

/** Which names a request may call the host by, beside those of this machine; undefined: any. */
export interface HostNames {
  readonly names: readonly string[];
  /** Whether a proxy in front says by which name it was called. */
  readonly trustProxy: boolean;
}

/** Only the host's part of "desk.example:4173" or "[::1]:4173", in lower case. */
function nameIn(host: string): string {
  const bracketed = /^\[([^\]]*)\]/.exec(host)?.[1];
  return (bracketed ?? host.replace(/:\d*$/, "")).toLowerCase();
}

/** PUBLIC_URL's name and the address that it listens on. Where others reach it and it isn't told its name, any will do. */
export function hostNames(options: Pick<Options, "HOST" | "TRUST_PROXY" | "PUBLIC_URL">): HostNames | undefined {
  const { HOST, TRUST_PROXY: trustProxy, PUBLIC_URL } = options;
  if (PUBLIC_URL === undefined && !isLocalOnly(options)) return undefined;
  return { names: [nameIn(HOST), ...(PUBLIC_URL === undefined ? [] : [nameIn(new URL(PUBLIC_URL).host)])], trustProxy };
}

/**
 * Refuses a request that calls the host by another name: a page elsewhere whose name somebody has lead to this
 * machine (DNS rebinding) would be of the host's own origin to the browser.
 */
export function calledByName({ names, trustProxy }: HostNames): MiddlewareHandler<HostEnv> {
  const known = new Set(names);
  return async (c, next) => {
    const forwarded = trustProxy ? c.req.header("X-Forwarded-Host")?.split(",")[0]?.trim() : undefined;
    const name = nameIn(forwarded || c.req.header("Host") || new URL(c.req.url).host);
    if (!known.has(name) && !isLoopback(name) && !name.endsWith(".localhost"))
      throw new Refusal(421, `This host isn't known as ${name.slice(0, 253)}. Who runs it names its address in PUBLIC_URL.`);
    await next();
  };
}
