import { proxy, useSnapshot } from "valtio";
import { lockKeys, sessionStore } from "../../sync/state/session-store.ts";
import { readItem, writeItem } from "../../sync/state/storage.ts";
import { useReach } from "./use-reach.ts";

/**
 * `late`: the app was closed before it locked and is opened long after. Then it asks for the PIN where the host can check
 * it; out of the host's reach it shows what is cached, read-only (AUTH-16).
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
  // The time runs from the start of a session, not from its first input.
  if (sessionStore.current() && readItem(lockKeys.input) === null) writeItem(lockKeys.input, String(Date.now()));
};

/** Whether the screens are covered until the PIN is given. */
export function useLocked(): boolean {
  const { is } = useSnapshot(lock);
  const reach = useReach();
  return is === "yes" || (is === "late" && reach.is !== "unreachable");
}

/** Covers the screens of every tab until the PIN is given. */
export function lockNow(): void {
  writeItem(lockKeys.locked, "yes");
  follow();
}

/** From here on the lock is one for all tabs. It goes when somebody signs in; public/theme.js sets it at a late start. */
export function followLock(): void {
  follow();
  sessionStore.subscribe(follow);
  addEventListener("storage", follow);
}
