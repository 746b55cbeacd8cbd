import { type ReactNode, Suspense, lazy, useState } from "react";
import { useStanding } from "../../state/standing.tsx";
import { loadWords } from "../../words/language.ts";
import { useLocked } from "../../data/lock-state.ts";

let isKept = false;

/** What watches for input, and hides and covers the screens; it comes with the rest of what works unseen. */
const LockKeeper = lazy(async () => {
  const [{ LockKeeper: Component }] = await Promise.all([import("./lock-keeper.tsx"), loadWords(["lock", "attempts", "cases"])]);
  isKept = true;
  return { default: Component };
});

/**
 * Stands around the screens: while the app is locked they are hidden as they are. After a start that is locked there are
 * none before the PIN was given; nor where another tab locks while what would hide them is on its way.
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
