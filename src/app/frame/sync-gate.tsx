import { type ReactNode, useEffect, useState } from "react";
import type { Session } from "../../sync/state/session-store.ts";
import { sessionStore } from "../../sync/state/session-store.ts";
import type { Sync } from "../../sync/start-sync.ts";
import { SyncContext, useSync } from "../data/sync-context.ts";
import { useObservable } from "../data/use-observable.ts";
import { preloadGuardedScreenAt } from "./routes/screens.ts";
import { auth } from "../state/auth.ts";
import { isInUse } from "../state/update-state.ts";
import { useHost } from "../data/host-context.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { openSync } from "./open-sync.ts";
import { endHere, followEnd, inUse, wasEnded } from "../session/session-end.ts";

const PinDialog = lazyPart(async () => (await import("./pin-dialog.tsx")).PinDialog);
// Rarely needed at start.
const CacheStopped = lazyPart(async () => (await import("./cache-stopped.tsx")).CacheStopped);

/** Most sessions never ask for the PIN again: load the dialog when one does. */
function PinWhenNeeded() {
  const { host } = useSync();
  return useObservable(host.pinNeeded) === "no" ? null : <PinDialog />;
}

type State = { is: "opening" } | { is: "open"; sync: Sync } | { is: "failed" } | { is: "newer" };

interface SyncGateProps {
  session: Session;
  children: ReactNode;
}

/** Opens the signed-in admin's cache for the lifetime of the session; provides `useSync`. */
export function SyncGate(props: SyncGateProps) {
  const [attempt, setAttempt] = useState(0);
  return <OneAttempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

function OneAttempt({ session, children, onRetry }: SyncGateProps & { onRetry: () => void }) {
  const host = useHost();
  const [state, setState] = useState<State>({ is: "opening" });
  const { identity } = session;

  useEffect(() => {
    let left = false;
    let opened: Sync | undefined;
    // The identity names the cache; a renewed token of the same admin keeps using it.
    const current = sessionStore.current();
    if (!current || current.identity !== identity) return;
    const open = (keep: "on" | "off"): void => {
      // The frame doesn't wait for its screen, unless a first sight is already shown.
      const screen = preloadGuardedScreenAt(location.pathname);
      Promise.all([openSync(current, host, keep), document.querySelector("#first-sight") && screen]).then(
        ([sync]) => {
          opened = sync;
          if (left) {
            sync.end();
            return;
          }
          inUse.sync = sync;
          setState({ is: "open", sync });
          const leave = (): void => {
            if (left || opened !== sync || sync.lost.get() === "no" || !sessionStore.current()) return;
            sync.end();
            const why = sync.lost.get();
            // What is typed or in flight here goes on without the cache.
            if (why === "newer") void isInUse().then((isUsed) => (isUsed ? open("off") : setState({ is: "newer" })));
            else open(why === "storage" ? "off" : keep);
          };
          sync.lost.subscribe(leave);
          // The session may have ended while the cache was being opened.
          leave();
        },
        () => setState({ is: "failed" }),
      );
    };
    void wasEnded(current.token).then((ended) => {
      if (left) return;
      if (ended) void endHere(host, undefined);
      else open("on");
    });
    const unfollow = sessionStore.subscribe(() => {
      // If this tab ended the session, it does the wipe itself.
      if (!left && !auth.ending && !sessionStore.current()) void followEnd(host, opened);
    });
    return () => {
      left = true;
      opened?.end();
      inUse.sync = undefined;
      unfollow();
    };
  }, [host, identity]);

  switch (state.is) {
    case "opening":
      return null;
    case "open":
      return (
        <SyncContext value={state.sync}>
          {children}
          <PinWhenNeeded />
        </SyncContext>
      );
    case "newer":
    case "failed":
      return <CacheStopped is={state.is} host={host} onRetry={onRetry} />;
  }
}
