import { type ReactNode, Suspense, lazy, useEffect } from "react";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { LostPart } from "../ui/lost-part.tsx";
import { useStanding } from "../state/standing.tsx";
import { useGate, useToSettle } from "../data/use-gate.ts";
import { useObservable } from "../data/use-observable.ts";
import { loadWords } from "../words/language.ts";
import { useAttention } from "./attention-state.ts";

// Load before anything is sent: the network may fail together with the request.
const StillWaiting = lazy(async () => ({ default: (await import("./still-waiting.tsx")).StillWaiting }));
const AttentionButton = lazy(async () => {
  const [{ AttentionButton: Component }] = await Promise.all([import("./attention-button.tsx"), loadWords(["attempts"])]);
  return { default: Component };
});

/** Isolates a part that fails to load. */
const Apart = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary instead={<LostPart />}>
    <Suspense fallback={null}>{children}</Suspense>
  </ErrorBoundary>
);

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
      {stands ? (
        <Apart>
          <StillWaiting running={running} />
        </Apart>
      ) : null}
      {attempts.length + posts.length > 0 || open ? (
        <Apart>
          <AttentionButton attempts={attempts} posts={posts} />
        </Apart>
      ) : null}
    </>
  );
}
