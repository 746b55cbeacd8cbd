import { proxy, useSnapshot } from "valtio";
import { lockKeys } from "../../sync/state/idle-lock.ts";
import { sessionStore } from "../../sync/state/session-store.ts";
import { readItem, writeItem } from "../../sync/state/storage.ts";
import { useReach } from "./use-reach.ts";

/**
 * `late`: the app was closed before it locked and reopened long after. It then asks for the PIN if the host can check
 * it; until the host is first reached, it shows the cache read-only (AUTH-16). LockKeeper then makes it a "yes".
 */
type Lock = "no" | "late" | "yes";

function lockNoted(): Lock {
  const noted = sessionStore.current() && readItem(lockKeys.locked);
  if (!noted) return "no";
  return noted === "late" ? noted : "yes";
}

const lock = proxy<{ is: Lock }>({ is: "no" });

const follow = (): void => {
  lock.is = lockNoted();
  // Idle time counts from the start of a session, not from its first input.
  if (sessionStore.current() && readItem(lockKeys.input) === null) writeItem(lockKeys.input, String(Date.now()));
};

/** Whether the screens are covered until the PIN is entered. */
export function useLocked(): boolean {
  const { is } = useSnapshot(lock);
  const reach = useReach();
  return is === "yes" || (is === "late" && reach.is !== "unreachable");
}

/** Locks every tab until the PIN is entered. */
export function lockNow(): void {
  writeItem(lockKeys.locked, "yes");
  follow();
}

/** Shares the lock between all tabs. It is released on sign-in; src/app/start/before-paint.ts sets it on a late start. */
export function followLock(): void {
  follow();
  sessionStore.subscribe(follow);
  addEventListener("storage", follow);
}
