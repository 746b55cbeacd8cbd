import { type ReactNode, Suspense, lazy, useEffect, useState } from "react";
import type { Session } from "../../sync/state/session-store.ts";
import { sessionStore } from "../../sync/state/session-store.ts";
import type { Sync } from "../../sync/start-sync.ts";
import { SyncContext, useSync } from "../data/sync-context.ts";
import { useObservable } from "../data/use-observable.ts";
import { preloadGuardedScreenAt } from "./routes/screens.ts";
import { auth } from "../state/auth.ts";
import { useHost } from "../data/host-context.ts";
import { openSync } from "./open-sync.ts";
import { endHere, followEnd, inUse, wasEnded } from "../session/session-end.ts";

const PinDialog = lazy(async () => ({ default: (await import("../session/pin-dialog.tsx")).PinDialog }));
// Few starts end there.
const CacheStopped = lazy(async () => ({ default: (await import("./cache-stopped.tsx")).CacheStopped }));

/** Most sessions never ask for the PIN again: the dialog's code comes when one does. */
function PinWhenNeeded() {
  const { host } = useSync();
  return useObservable(host.pinNeeded) === "no" ? null : (
    <Suspense fallback={null}>
      <PinDialog />
    </Suspense>
  );
}

type State = { is: "opening" } | { is: "open"; sync: Sync } | { is: "failed" } | { is: "newer" };

interface SyncGateProps {
  session: Session;
  children: ReactNode;
}

/** Opens the signed-in admin's cache and stays for as long as the session does; below it, `useSync` works. */
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
    // The identity names the cache; a renewed token of the same admin goes on with it.
    const current = sessionStore.current();
    if (!current || current.identity !== identity) return;
    const open = (keep: "on" | "off"): void => {
      // The frame doesn't wait for the screen that is to stand in it, but where something stands there already.
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
            if (why === "newer") setState({ is: "newer" });
            else open(why === "clock" ? keep : "off");
          };
          sync.lost.subscribe(leave);
          // It may have been taken away while it was being opened.
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
      // What this tab ends by itself it also wipes.
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
      return (
        <Suspense fallback={null}>
          <CacheStopped is={state.is} host={host} onRetry={onRetry} />
        </Suspense>
      );
  }
}
