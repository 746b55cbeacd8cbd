import { useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { update } from "../../state/update-state.ts";
import { underLock } from "../../../sync/tabs/under-lock.ts";
import { Idleness } from "./idle.ts";

/** Lock held in shared mode by every tab that isn't idle; getting it exclusively allows updating all of them. */
const busyLock = "counterfoil-busy";
const lookEveryMs = 1000;

/** Takes a waiting version once every tab is idle (SET-1). */
function takeWhenIdle(idleness: Idleness, take: () => void, signal: AbortSignal): void {
  let release: (() => void) | undefined;
  const hold = (): void => {
    if (release) return;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    void underLock(busyLock, { mode: "shared" }, () => held);
  };
  const letGo = (): void => {
    release?.();
    release = undefined;
  };
  const look = async (): Promise<void> => {
    if (!idleness.isIdle()) return hold();
    letGo();
    await underLock(busyLock, { ifAvailable: true }, (isAlone) => {
      if (isAlone && idleness.isIdle() && !signal.aborted) take();
    });
  };
  hold();
  const timer = setInterval(() => void look(), lookEveryMs);
  signal.addEventListener(
    "abort",
    () => {
      clearInterval(timer);
      letGo();
    },
    { once: true },
  );
}

/** Automatic updates: takes a new version at the next idle moment, without asking. Renders nothing. */
export function AutomaticUpdates() {
  const { version } = useSnapshot(update);
  const idleness = useRef<Idleness>(undefined);
  useEffect(() => {
    const stop = new AbortController();
    idleness.current = new Idleness(stop.signal, () => update.running);
    return () => stop.abort();
  }, []);
  useEffect(() => {
    const stop = new AbortController();
    if (version && idleness.current) takeWhenIdle(idleness.current, () => version.update(), stop.signal);
    return () => stop.abort();
  }, [version]);
  return null;
}
