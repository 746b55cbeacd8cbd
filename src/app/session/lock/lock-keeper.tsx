import { useEffect, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { setBadge } from "../../../sync/state/badge.ts";
import { lockKeys } from "../../../sync/state/idle-lock.ts";
import { readItem } from "../../../sync/state/storage.ts";
import { lockNow } from "../../data/lock-state.ts";
import { useSync } from "../../data/sync-context.ts";
import { useReach } from "../../data/use-reach.ts";
import { forgetSeen } from "../../data/seen.ts";
import { auth } from "../../state/auth.ts";
import "../../state/notify.ts";
import { Cover } from "./cover.tsx";
import { followFocus, hideScreens } from "./hide-screens.ts";
import { watchInput } from "./watch-input.ts";
import { Warning } from "./warning.tsx";

/** A sibling of the body, which is hidden with its contents while locked. */
function layer(): Element {
  const there = document.querySelector("#lock");
  if (there) return there;
  const made = document.createElement("div");
  made.id = "lock";
  document.documentElement.append(made);
  return made;
}

/** The idle lock: watches for input, warns shortly before locking, then hides and covers everything. */
export function LockKeeper({ locked }: { locked: boolean }) {
  const sync = useSync();
  const [secondsLeft, setSecondsLeft] = useState<number>();

  useLayoutEffect(() => {
    if (!locked) return;
    const show = hideScreens();
    document.querySelector("#first-sight")?.remove();
    forgetSeen();
    setBadge(0);
    return show;
  }, [locked]);

  const isReached = useReach().is === "reached";
  useEffect(() => {
    // From now on losing the host must not open it.
    if (locked && isReached && readItem(lockKeys.locked) === "late") lockNow();
  }, [locked, isReached]);

  useEffect(() => {
    if (!locked) {
      const stop = new AbortController();
      watchInput(setSecondsLeft, stop.signal);
      followFocus(stop.signal);
      return () => stop.abort();
    }
    return () => {
      if (auth.ending || !auth.session) return;
      // The PIN may have been entered in another tab; the session is new here too.
      sync.host.pinNeeded.set("no");
      void sync.refreshHead();
    };
  }, [locked, sync]);

  return createPortal(locked ? <Cover /> : <Warning secondsLeft={secondsLeft} />, layer());
}
