import { Suspense, lazy } from "react";
import { HostContext } from "../data/host-context.ts";
import { useStanding } from "../state/standing.tsx";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { useConfiguredHost } from "../data/use-host.ts";
import { Routes } from "../frame/routes/routes.tsx";
import { Toaster } from "../ui/toaster.tsx";

// Rarely needed.
const ConfigBroken = lazy(async () => ({ default: (await import("./config-broken.tsx")).ConfigBroken }));
const StartNotices = lazy(async () => ({ default: (await import("./start-notices.tsx")).StartNotices }));

/** config.json → host → session → screen; each step can fail, with a page that says what to do. */
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
          {/* A toast that can't be rendered must not take the screen down. */}
          <ErrorBoundary instead="">
            <Suspense fallback={null}>{stands ? <StartNotices gateway={state.gateway} /> : null}</Suspense>
            <Toaster />
          </ErrorBoundary>
        </HostContext>
      );
  }
}
