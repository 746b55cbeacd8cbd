import { Suspense, lazy } from "react";
import { HostContext } from "../data/host-context.ts";
import { useStanding } from "../state/standing.tsx";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { useConfiguredHost } from "../data/use-host.ts";
import { Routes } from "../frame/routes/routes.tsx";
import { Toaster } from "../ui/toaster.tsx";

// Most visits don't see it.
const ConfigBroken = lazy(async () => ({ default: (await import("./config-broken.tsx")).ConfigBroken }));
const StartNotices = lazy(async () => ({ default: (await import("./start-notices.tsx")).StartNotices }));

/** config.json → host → session → screen; each step can fail, and says so on a page that can be acted on. */
export function App() {
  const { state, retry } = useConfiguredHost();
  const stands = useStanding();
  switch (state.is) {
    case "loading":
      return null;
    case "broken":
    case "withheld":
    case "gateway":
      return (
        <Suspense fallback={null}>
          <ConfigBroken found={state} onRetry={retry} />
        </Suspense>
      );
    case "ready":
      return (
        <HostContext value={state.host}>
          <Routes />
          {/* A brief word that can't be said doesn't take the screen with it. */}
          <ErrorBoundary instead="">
            <Suspense fallback={null}>{stands ? <StartNotices gateway={state.gateway} /> : null}</Suspense>
            <Toaster />
          </ErrorBoundary>
        </HostContext>
      );
  }
}
