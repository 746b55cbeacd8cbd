import { proxy, ref, useSnapshot } from "valtio";
import type { BodyOf } from "../../contract/call.ts";
import type { Admin, Permission, register, resetPassword, signIn } from "../../contract/sign-in.ts";
import type { AuthOutcome, PinOutcome } from "../../sync/session/auth.ts";
import * as calls from "../../sync/session/auth.ts";
import type { Translate } from "../words/keys.ts";
import type { Host } from "../../sync/wire/host.ts";
import { type Session, sessionStore } from "../../sync/state/session-store.ts";

/** Auth state (AUTH-8): who is signed in, and how the last attempt to sign in is going. */
interface Auth {
  session: Session | undefined;
  loading: boolean;
  error: string | undefined;
  /** The session is being torn down; sign-in waits until the device is clean (AUTH-14). */
  ending: boolean;
}

const mirrored = (): Session | undefined => {
  const session = sessionStore.current();
  return session && ref(session);
};

export const auth = proxy<Auth>({ session: mirrored(), loading: false, error: undefined, ending: false });

sessionStore.subscribe(() => {
  auth.session = mirrored();
});

/** Subscribes to the signed-in session. */
export const useSession = (): Session | undefined => useSnapshot(auth).session;

export const useAuth = (): Readonly<Auth> => useSnapshot(auth) as Readonly<Auth>;

/** The signed-in admin; only below the route guard. */
export function useAdmin(): Admin {
  return useSession()?.admin ?? {};
}

/** Whether the token's claims allow it. Only an explicit false forbids, since hosts differ (AUTH-18). */
export const usePermission = (permission: Permission | undefined): boolean => {
  const permissions = useSession()?.claims?.permissions;
  return permission === undefined || permissions?.[permission] !== false;
};

type T = Translate<"auth">;

/** Raised as a page is left: how its attempt ends isn't shown on the next one. */
let page = 0;

async function attempt<O extends PinOutcome>(send: () => Promise<O>, t: T, part: "signIn" | "register" | "reset"): Promise<O | undefined> {
  // One at a time, however often the button is pressed.
  if (auth.loading) return undefined;
  auth.loading = true;
  auth.error = undefined;
  const own = page;
  const outcome = await send();
  auth.loading = false;
  if (own !== page) return outcome;
  const failed = t(`${part}.failed`);
  if (outcome.is === "refused") auth.error = outcome.message ?? failed;
  else if (outcome.is === "unreachable") auth.error = `${failed}. ${outcome.message ?? t("unreachable")}`;
  return outcome;
}

const isDone = async (outcome: Promise<AuthOutcome | undefined>): Promise<boolean> => (await outcome)?.is === "done";

/** Clears the last attempt's error, as when an auth page is left; no other begins before it has ended. */
export function leaveAuthPage(): void {
  page += 1;
  auth.error = undefined;
}

/**
 * Each resolves to whether it worked, or how a PIN was answered; the error is in `auth.error`, with the host's message
 * preferred to the app's own words.
 */
export const authActions = {
  signIn: (host: Host, body: BodyOf<typeof signIn>, t: T): Promise<PinOutcome | undefined> =>
    attempt(() => calls.signIn(host.client, body), t, "signIn"),
  register: (host: Host, body: BodyOf<typeof register>, t: T): Promise<boolean> =>
    isDone(attempt(() => calls.register(host.client, body), t, "register")),
  reset: (host: Host, body: BodyOf<typeof resetPassword>, t: T): Promise<boolean> =>
    isDone(attempt(() => calls.resetPassword(host.client, body), t, "reset")),
} as const;
