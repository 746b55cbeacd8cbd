import { proxy, useSnapshot } from "valtio";
import { lockKeys, sessionStore } from "../../sync/session-store.ts";
import { readItem, writeItem } from "../../sync/storage.ts";

const isLocked = (): boolean => sessionStore.current() !== undefined && readItem(lockKeys.locked) !== null;

const lock = proxy({ on: false });

const follow = (): void => {
  lock.on = isLocked();
};

/** Whether the screens are covered until the PIN is given. */
export const useLocked = (): boolean => useSnapshot(lock).on;

/** Covers the screens of every tab until the PIN is given. */
export function lockNow(): void {
  writeItem(lockKeys.locked, "1");
  follow();
}

/** From here on the lock is one for all tabs. It goes when somebody signs in; public/theme.js sets it at a late start. */
export function followLock(): void {
  follow();
  sessionStore.subscribe(follow);
  addEventListener("storage", ({ key }) => {
    if (key === lockKeys.locked) follow();
  });
}
