import { Suspense, useEffect } from "react";
import { ref, useSnapshot } from "valtio";
import type { MutationGate } from "../../../sync/money/gate.ts";
import { setBadge } from "../../../sync/state/badge.ts";
import { watchConfig } from "../../../sync/wire/watch-config.ts";
import type { NewVersion } from "../../../sw/register.ts";
import { install } from "../../state/install-state.ts";
import { update } from "../../state/update-state.ts";
import { useToSettle } from "../../data/use-gate.ts";
import { useSync } from "../../data/sync-context.ts";
import { useLocked } from "../../data/lock-state.ts";
import { lazyWorded } from "../../ui/lazy-worded.ts";
import { Launches } from "./launches.tsx";

const UpdateNotice = lazyWorded(async () => (await import("./update-notice.tsx")).UpdateNotice, ["shell"]);
const InstallHint = lazyWorded(async () => (await import("./install-hint.tsx")).InstallHint, ["shell"]);

/** Gates with a mutation in flight; one whose cache was lost meanwhile is among them until its end. */
const sending = new Set<MutationGate>();

function followGate(gate: MutationGate): void {
  const follow = (): void => {
    if (gate.running.get().size > 0 || gate.series.get()) sending.add(gate);
    else sending.delete(gate);
    update.running = sending.size > 0;
  };
  follow();
  gate.running.subscribe(follow);
  gate.series.subscribe(follow);
}

/**
 * System integration of the installed app (PWA-1): its badge shows the number of outcomes to settle, its shortcuts open
 * here, and an update waits for what is in flight.
 */
export function Installed() {
  const { gate, host } = useSync();
  const { attempts, posts } = useToSettle();
  const locked = useLocked();
  const count = locked ? 0 : attempts.length + posts.length;
  useEffect(() => setBadge(count), [count]);
  useEffect(() => () => setBadge(0), []);
  useEffect(() => {
    const forget = () => {
      install.prompt = undefined;
    };
    addEventListener("appinstalled", forget);
    return () => removeEventListener("appinstalled", forget);
  }, []);
  useEffect(() => followGate(gate), [gate]);
  useEffect(() => {
    const stop = new AbortController();
    watchConfig(host, stop.signal, () => {
      update.version ??= ref<NewVersion>({ is: "settings", news: [], update: () => location.reload() });
    });
    return () => stop.abort();
  }, [host]);
  const { version } = useSnapshot(update);
  const { hint } = useSnapshot(install);
  return (
    <>
      <Launches />
      {hint ? (
        <Suspense fallback={null}>
          <InstallHint
            onClose={() => {
              install.hint = false;
            }}
          />
        </Suspense>
      ) : null}
      {version ? (
        <Suspense fallback={null}>
          <UpdateNotice />
        </Suspense>
      ) : null}
    </>
  );
}
