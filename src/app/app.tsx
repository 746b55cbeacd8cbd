import { Suspense, lazy } from "react";
import { useSnapshot } from "valtio";
import { HostContext } from "./boot/host-context.ts";
import { update } from "./boot/update-state.ts";
import { useConfiguredHost } from "./boot/use-host.ts";
import { Routes } from "./routes/routes.tsx";
import { Toaster } from "./ui/toaster.tsx";

// Most visits see neither of the two.
const ConfigBroken = lazy(async () => ({ default: (await import("./boot/config-broken.tsx")).ConfigBroken }));
const UpdateNotice = lazy(async () => ({ default: (await import("./boot/update-notice.tsx")).UpdateNotice }));

/** config.json → host → session → screen; each step can fail, and says so on a page that can be acted on. */
export function App() {
  const { waiting } = useSnapshot(update);
  const { state, retry } = useConfiguredHost();
  switch (state.is) {
    case "loading":
      return null;
    case "broken":
      return (
        <Suspense fallback={null}>
          <ConfigBroken field={state.field} problem={state.problem} onRetry={retry} />
        </Suspense>
      );
    case "ready":
      return (
        <HostContext value={state.host}>
          <Routes />
          {waiting ? (
            <Suspense fallback={null}>
              <UpdateNotice />
            </Suspense>
          ) : null}
          <Toaster />
        </HostContext>
      );
  }
}
