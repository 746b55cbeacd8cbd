import type { Context } from "hono";
import type { Deps } from "../deps.ts";
import { type HostEnv, addressOf } from "../http/host-env.ts";
import type { AdminRow } from "./admins.ts";
import { type Limit, accountLimits, addressLimit, countTry, deviceLimit, resetLimits, unconfirmedLimits } from "./throttle.ts";

interface Try {
  readonly email: string;
  readonly address: string;
  /** The email's account, if any. */
  readonly admin: AdminRow | undefined;
}

/** The limit of all that isn't signed in: by device if known, otherwise by network. */
export function unreadLimit({ devices }: Deps, c: Context<HostEnv>): Limit {
  const device = devices.of(c);
  return device === undefined ? addressLimit(addressOf(c)) : deviceLimit(device.id);
}

/** Counts a request before its body is read. */
export async function countUnread(deps: Deps, c: Context<HostEnv>): Promise<void> {
  await deps.shutOut.countTry(deps.db, unreadLimit(deps, c), deps.clock());
}

/** The limit of renewing sessions: by device if known, so that an office whose sessions have run out shuts nobody out. */
export function refreshLimit({ devices }: Deps, c: Context<HostEnv>): Limit {
  const device = devices.of(c);
  return device === undefined ? addressLimit(addressOf(c), "refresh") : deviceLimit(device.id, "refresh-device");
}

/** The request's device, if it has signed this admin in before. */
function ownDevice({ devices }: Deps, c: Context<HostEnv>, admin: AdminRow | undefined): string | undefined {
  const device = devices.of(c);
  return admin !== undefined && device?.admins.includes(admin.id) === true ? device.id : undefined;
}

/** Counts a try by device if it is one of the admin's, otherwise by account and network. Returns all that was counted. */
async function count(
  deps: Deps,
  c: Context<HostEnv>,
  { email, address, admin }: Try,
  limitsOf: typeof accountLimits,
): Promise<readonly Limit[]> {
  const device = ownDevice(deps, c, admin);
  const [unread, network] = [unreadLimit(deps, c), addressLimit(address)];
  // A device of another admin counts as a stranger, so count its network as well.
  const isOther = device === undefined && unread.subject !== network.subject;
  if (isOther) await deps.shutOut.countTry(deps.db, network, deps.clock());
  const limits = limitsOf({ email, address, device });
  await countTry(deps.db, limits, deps.clock());
  return [...limits, unread, ...(isOther ? [network] : [])];
}

/** Counts a sign-in before its PIN is checked; throws 429. Returns the limits to give back if the PIN is right. */
export const countSignInTry = (deps: Deps, c: Context<HostEnv>, tried: Try): Promise<readonly Limit[]> =>
  count(deps, c, tried, accountLimits);

/** The limits of a right PIN until its passkey follows. */
export const unconfirmedTry = (deps: Deps, c: Context<HostEnv>, { email, address, admin }: Try): readonly Limit[] =>
  unconfirmedLimits({ email, address, device: ownDevice(deps, c, admin) });

/** Counts a request for a PIN link; throws 429. */
export async function countResetTry(deps: Deps, c: Context<HostEnv>, tried: Try): Promise<void> {
  await count(deps, c, tried, resetLimits);
}
