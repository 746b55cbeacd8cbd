import { isIP } from "node:net";
import type { Context } from "hono";
import type { HostEnv } from "../http/host-env.ts";
import { Refusal } from "../http/refusal.ts";

/** The WebAuthn relying party: its rpId, and the origins that may use its passkeys. */
export interface RelyingParty {
  readonly id: string;
  readonly origins: readonly string[];
}

const isLocalName = (name: string): boolean => name === "localhost" || name.endsWith(".localhost");

/**
 * The relying party for the host's address, including apps at origins on subdomains. Undefined if browsers allow no passkeys there:
 * an IP address, or no https (except on localhost).
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

/** A request's relying party: from PUBLIC_URL, or localhost if only this machine can reach the host. */
export function partyOf({ publicUrl, allowedOrigins }: Addressed, c: Context<HostEnv>): RelyingParty | undefined {
  const address = publicUrl ?? c.env?.localOrigin;
  return address === undefined ? undefined : relyingPartyOf(address, allowedOrigins);
}

/** As `partyOf`; throws 501 if there is none. */
export function requireParty(addressed: Addressed, c: Context<HostEnv>): RelyingParty {
  const party = partyOf(addressed, c);
  if (party === undefined) throw new Refusal(501, "This host has no passkeys: they need a PUBLIC_URL with https and a name.");
  return party;
}
