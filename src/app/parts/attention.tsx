import { type ReactNode, Suspense, lazy, useEffect } from "react";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { LostPart } from "../ui/lost-part.tsx";
import { useStanding } from "../state/standing.tsx";
import { useGate, useToSettle } from "../data/use-gate.ts";
import { useObservable } from "../data/use-observable.ts";
import { loadWords } from "../words/language.ts";
import { useAttention } from "./attention-state.ts";

// There before anything is sent: a network that goes with a request must not take it along.
const StillWaiting = lazy(async () => ({ default: (await import("./still-waiting.tsx")).StillWaiting }));
const AttentionButton = lazy(async () => {
  const [{ AttentionButton: Component }] = await Promise.all([import("./attention-button.tsx"), loadWords(["attempts"])]);
  return { default: Component };
});

/** One that can't be loaded takes nothing else with it. */
const Apart = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary instead={<LostPart />}>
    <Suspense fallback={null}>{children}</Suspense>
  </ErrorBoundary>
);

/** While a request of this page runs, leaving asks first: the answer would be lost. */
function useLeaveGuard(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    const ask = (event: BeforeUnloadEvent) => {
      // It was asked when it was put away, and is loaded anew (public/theme.js).
      if (!document.documentElement.hidden) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isRunning]);
}

/**
 * Stands in the header of every screen: a button with the number of outcomes that nobody knows, drawn when
 * there are any; the notice of a host that takes long; and the question before a page with a running request
 * is left.
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
