import { Suspense, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { lazyWorded } from "../../ui/lazy-worded.ts";
import { paths, plainPath } from "../../links.ts";
import { noticeClicked } from "../../state/notify.ts";
import { isTyping } from "../../state/typing.ts";

const TypedQuestion = lazyWorded(async () => (await import("../../parts/typed-question.tsx")).TypedQuestion, ["shell"]);

interface LaunchQueue {
  setConsumer(consume: (params: { targetURL?: string | undefined }) => void): void;
}

/** Opens shortcuts of the installed app and clicked notifications in the current window; asks first if there is typed input. */
export function Launches() {
  const [, navigate] = useLocation();
  const [wanted, setWanted] = useState<string>();
  useEffect(() => {
    const open = (path: string) => {
      if (path === location.pathname + location.search) return;
      if (isTyping()) setWanted(path);
      else navigate(path);
    };
    const queue = Reflect.get(globalThis, "launchQueue") as LaunchQueue | undefined;
    queue?.setConsumer(({ targetURL }) => {
      const { pathname, search } = new URL(targetURL ?? paths.home, location.href);
      const path = plainPath(pathname);
      // The app's own icon only brings the window to the front.
      if (path !== paths.home) open(path + search);
    });
    const hear = (event: Event) => {
      const { is, path } = event instanceof MessageEvent ? (event.data as { is?: unknown; path?: unknown }) : {};
      if (is === "open" && typeof path === "string") open(path);
    };
    const clicks = [noticeClicked, ...(navigator.serviceWorker ? [navigator.serviceWorker] : [])];
    for (const one of clicks) one.addEventListener("message", hear);
    return () => {
      for (const one of clicks) one.removeEventListener("message", hear);
    };
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
