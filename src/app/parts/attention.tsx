import { useEffect } from "react";
import { lazyPart } from "../ui/lazy-part.tsx";
import { LostPart } from "../ui/lost-part.tsx";
import { useStanding } from "../state/standing.tsx";
import { useGate, useToSettle } from "../data/use-gate.ts";
import { useObservable } from "../data/use-observable.ts";
import { useAttention } from "./attention-state.ts";

// Load before anything is sent: the network may fail together with the request.
const StillWaiting = lazyPart(async () => (await import("./still-waiting.tsx")).StillWaiting, { instead: LostPart });
const AttentionButton = lazyPart(async () => (await import("./attention-button.tsx")).AttentionButton, {
  words: ["attempts"],
  instead: LostPart,
});

/** Asks before leaving while a request of this page is in flight: its answer would be lost. */
function useLeaveGuard(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    const ask = (event: BeforeUnloadEvent) => {
      // A hidden page was already asked about when left, and is reloading (src/app/start/before-paint.ts).
      if (!document.documentElement.hidden) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isRunning]);
}

/**
 * In the header of every screen: the button with the number of unknown outcomes (if any), the notice of a slow host,
 * and the prompt before leaving a page with a request in flight.
 */
export function Attention() {
  const running = useObservable(useGate().running);
  const { attempts, posts } = useToSettle();
  const { open } = useAttention();
  const stands = useStanding();
  useLeaveGuard(running.size > 0);
  return (
    <>
      {stands ? <StillWaiting running={running} /> : null}
      {attempts.length + posts.length > 0 || open ? <AttentionButton attempts={attempts} posts={posts} /> : null}
    </>
  );
}
