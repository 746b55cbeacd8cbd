import { Suspense, lazy, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { loadWords } from "../../words/language.ts";
import { paths, plainPath } from "../../links.ts";
import { isTyping } from "../../state/typing.ts";

const TypedQuestion = lazy(async () => {
  const [{ TypedQuestion: Component }] = await Promise.all([import("../../parts/typed-question.tsx"), loadWords(["shell"])]);
  return { default: Component };
});

interface LaunchQueue {
  setConsumer(consume: (params: { targetURL?: string | undefined }) => void): void;
}

/** A shortcut of the installed app goes on in the window that stands; what is typed there is asked for first. */
export function Launches() {
  const [, navigate] = useLocation();
  const [wanted, setWanted] = useState<string>();
  useEffect(() => {
    const queue = Reflect.get(globalThis, "launchQueue") as LaunchQueue | undefined;
    queue?.setConsumer(({ targetURL }) => {
      const path = targetURL === undefined ? paths.home : plainPath(new URL(targetURL).pathname);
      // The app's own icon brings the window to the front as it is.
      if (path === paths.home || path === location.pathname) return;
      if (isTyping()) setWanted(path);
      else navigate(path);
    });
  }, [navigate]);
  if (wanted === undefined) return null;
  const leave = () => {
    setWanted(undefined);
    navigate(wanted);
  };
  return (
    <Suspense fallback={null}>
      <TypedQuestion by="go" onLeave={leave} onStay={() => setWanted(undefined)} />
    </Suspense>
  );
}
