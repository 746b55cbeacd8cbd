import { Suspense, lazy } from "react";
import { HostContext } from "./boot/host-context.ts";
import { ErrorBoundary } from "./boot/error-boundary.tsx";
import { useConfiguredHost } from "./boot/use-host.ts";
import { Routes } from "./routes/routes.tsx";
import { Toaster } from "./ui/toaster.tsx";

// Most visits don't see it.
const ConfigBroken = lazy(async () => ({ default: (await import("./boot/config-broken.tsx")).ConfigBroken }));
const FloatingGatewayNotice = lazy(async () => ({ default: (await import("./boot/gateway-notice.tsx")).FloatingGatewayNotice }));

/** config.json → host → session → screen; each step can fail, and says so on a page that can be acted on. */
export function App() {
  const { state, retry } = useConfiguredHost();
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
          {state.gateway ? (
            <ErrorBoundary instead="">
              <Suspense fallback={null}>
                <FloatingGatewayNotice />
              </Suspense>
            </ErrorBoundary>
          ) : null}
          {/* A brief word that can't be said doesn't take the screen with it. */}
          <ErrorBoundary instead="">
            <Toaster />
          </ErrorBoundary>
        </HostContext>
      );
  }
}
