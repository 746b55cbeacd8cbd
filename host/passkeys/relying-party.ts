import { isIP } from "node:net";
import type { Context } from "hono";
import type { HostEnv } from "../http/host-env.ts";
import { Refusal } from "../http/refusal.ts";

/** To whom passkeys belong: a name, and the origins of the pages that may use them (WebAuthn's rpId and origins). */
export interface RelyingParty {
  readonly id: string;
  readonly origins: readonly string[];
}

const isLocalName = (name: string): boolean => name === "localhost" || name.endsWith(".localhost");

/**
 * The relying party of the host's address and of the apps at other origins that lie below its name. Undefined for an
 * address that browsers give no passkeys: one without a name, or without https on anything but localhost.
 */
export function relyingPartyOf(publicUrl: string, allowedOrigins: readonly string[] = []): RelyingParty | undefined {
  const { origin, hostname: id, protocol } = new URL(publicUrl);
  if (isIP(id.replace(/^\[|\]$/g, "")) !== 0) return undefined;
  if (protocol !== "https:" && !isLocalName(id)) return undefined;
  const isBelow = (other: string): boolean => {
    const { hostname } = new URL(other);
    return hostname === id || hostname.endsWith(`.${id}`);
  };
  return { id, origins: [...new Set([origin, ...allowedOrigins.filter(isBelow)])] };
}

interface Addressed {
  readonly publicUrl: string | undefined;
  readonly allowedOrigins: readonly string[];
}

/** The relying party of a request: by PUBLIC_URL, or of localhost where nobody but this machine reaches the host. */
export function partyOf({ publicUrl, allowedOrigins }: Addressed, c: Context<HostEnv>): RelyingParty | undefined {
  const address = publicUrl ?? c.env?.localOrigin;
  return address === undefined ? undefined : relyingPartyOf(address, allowedOrigins);
}

/** The same; throws 501 where the host knows none. */
export function requireParty(addressed: Addressed, c: Context<HostEnv>): RelyingParty {
  const party = partyOf(addressed, c);
  if (party === undefined) throw new Refusal(501, "This host has no passkeys: they need a PUBLIC_URL with https and a name.");
  return party;
}
