import { type ReactNode, Suspense, lazy, useState } from "react";
import { useStanding } from "../../state/standing.tsx";
import { loadWords } from "../../words/language.ts";
import { useLocked } from "../../data/lock-state.ts";

let isKept = false;

/** Watches input, hides and covers the screens; loaded with the other background features. */
const LockKeeper = lazy(async () => {
  const [{ LockKeeper: Component }] = await Promise.all([import("./lock-keeper.tsx"), loadWords(["lock", "attempts", "cases"])]);
  isKept = true;
  return { default: Component };
});

/**
 * Wraps the screens: while locked they are hidden in place. None are rendered if the app started locked, until the PIN
 * is entered, or if another tab locks while the code that hides them is still loading.
 */
export function LockGate({ children }: { children: ReactNode }) {
  const locked = useLocked();
  const stands = useStanding();
  const [begun, setBegun] = useState(!locked);
  if (!locked && !begun) setBegun(true);
  return (
    <>
      {begun && (isKept || !locked) ? children : null}
      {stands || locked ? (
        <Suspense fallback={null}>
          <LockKeeper locked={locked} />
        </Suspense>
      ) : null}
    </>
  );
}
