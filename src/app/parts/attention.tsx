import { Suspense, lazy, useEffect } from "react";
import { ErrorBoundary } from "../boot/error-boundary.tsx";
import { LostPart } from "../boot/lost-part.tsx";
import { useGate, useToSettle } from "../data/use-gate.ts";
import { useObservable } from "../data/use-observable.ts";
import { loadWords } from "../i18n/language.ts";
import { useAttention } from "./attention-state.ts";

// It has ten seconds to come.
const StillWaiting = lazy(async () => ({ default: (await import("./still-waiting.tsx")).StillWaiting }));
const AttentionButton = lazy(async () => {
  const [{ AttentionButton: Component }] = await Promise.all([import("./attention-button.tsx"), loadWords(["attempts"])]);
  return { default: Component };
});

/** While a request of this page runs, leaving asks first: the answer would be lost. */
function useLeaveGuard(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
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
  useLeaveGuard(running.size > 0);
  return (
    <>
      {running.size > 0 ? (
        <ErrorBoundary instead={<LostPart />}>
          <Suspense fallback={null}>
            <StillWaiting running={running} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
      {attempts.length + posts.length > 0 || open ? (
        <ErrorBoundary instead={<LostPart />}>
          <Suspense fallback={null}>
            <AttentionButton attempts={attempts} posts={posts} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </>
  );
}
