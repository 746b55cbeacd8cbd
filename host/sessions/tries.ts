import type { Context } from "hono";
import type { Deps } from "../deps.ts";
import { type HostEnv, addressOf } from "../http/host-env.ts";
import type { AdminRow } from "./admins.ts";
import { type Limit, accountLimits, addressLimit, countTry, deviceLimit, resetLimits } from "./throttle.ts";

interface Try {
  readonly email: string;
  readonly address: string;
  /** The email's account, if any. */
  readonly admin: AdminRow | undefined;
}

/** Counts a request before its body is read: by device if known, otherwise by network. */
export async function countUnread({ db, clock, devices, shutOut }: Deps, c: Context<HostEnv>): Promise<void> {
  const device = devices.of(c);
  await shutOut.countTry(db, device === undefined ? addressLimit(addressOf(c)) : deviceLimit(device.id), clock());
}

/** The limit of renewing sessions: by device if known, so that an office whose sessions have run out shuts nobody out. */
export function refreshLimit({ devices }: Deps, c: Context<HostEnv>): Limit {
  const device = devices.of(c);
  return device === undefined ? addressLimit(addressOf(c), "refresh") : deviceLimit(device.id, "refresh-device");
}

/** Counts a try by device if it is one of the admin's, otherwise by account and network. */
async function count(deps: Deps, c: Context<HostEnv>, { email, address, admin }: Try, limitsOf: typeof accountLimits) {
  const device = deps.devices.of(c);
  const isOwn = admin !== undefined && device?.admins.includes(admin.id) === true;
  const network = addressLimit(address);
  const unread = device === undefined ? network : deviceLimit(device.id);
  // A device of another admin counts as a stranger, so count its network as well.
  if (device !== undefined && !isOwn) await deps.shutOut.countTry(deps.db, network, deps.clock());
  const limits = limitsOf({ email, address, device: isOwn ? device?.id : undefined });
  await countTry(deps.db, limits, deps.clock());
  const [own, ...shared] = limits;
  const counted = device !== undefined && !isOwn ? [unread, network] : [unread];
  return { limits: own === undefined ? [] : [own], shared: [...shared, ...counted] };
}

/** Counts a sign-in before its PIN is checked; throws 429. Returns the limits to give back if the PIN is right. */
export const countSignInTry = (
  deps: Deps,
  c: Context<HostEnv>,
  tried: Try,
): Promise<{ readonly limits: readonly Limit[]; readonly shared: readonly Limit[] }> => count(deps, c, tried, accountLimits);

/** Counts a request for a PIN link; throws 429. */
export async function countResetTry(deps: Deps, c: Context<HostEnv>, tried: Try): Promise<void> {
  await count(deps, c, tried, resetLimits);
}
