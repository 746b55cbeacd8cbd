import { Suspense, lazy } from "react";
import { Route, Switch, useLocation } from "wouter";
import type { Session } from "../../../sync/state/session-store.ts";
import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import { Loading } from "../../ui/loading.tsx";
import { LostPart } from "../../ui/lost-part.tsx";
import { Stands, useStanding } from "../../state/standing.tsx";
import { SyncGate } from "../sync-gate.tsx";
import "../../words/frame-words.ts";
import { followLanguage } from "../../words/language.ts";
import { Layout } from "../layout/layout.tsx";
import { LockGate } from "../../session/lock/lock-gate.tsx";
import { followLock } from "../../data/lock-state.ts";
import { noteEarlyKeys } from "../../state/early-keys.ts";
import { screenAt } from "../../links.ts";
import { useVisit } from "../../state/palette-state.ts";
import { followSettings, settings, useSettings } from "../../state/settings.ts";
import { dashboard, laterScreens } from "./screens.ts";

export { preloadGuardedScreenAt } from "./screens.ts";

followSettings();
followLock();
noteEarlyKeys();
/** Never rejects: falls back to English if the admin's language can't be loaded. */
export const languageIsThere = followLanguage();

const loadDiagnostics = () => import("../background/collect-diagnostics.tsx");
// Before the first call, so none is missing from the log.
if (settings.kept.dataCollection) void loadDiagnostics().catch(() => undefined);
const Background = lazy(async () => ({ default: (await import("../background/background.tsx")).Background }));
const AddFirst = lazy(async () => ({ default: (await import("../../session/passkeys/add-first.tsx")).AddFirst }));
const CollectDiagnostics = lazy(async () => ({ default: (await loadDiagnostics()).CollectDiagnostics }));

/** Every screen below the guard, and their frame; loaded after sign-in, with its dependencies. */
export function SignedIn({ session }: { session: Session }) {
  const at = screenAt(useLocation()[0]);
  const visit = useVisit();
  const stands = useStanding();
  const { dataCollection } = useSettings();
  // Its token only permits adding a passkey, so no screen or cache is opened (PASS-3).
  if (session.claims?.mustAddPasskey)
    return (
      <Suspense fallback={<Loading />}>
        <AddFirst />
      </Suspense>
    );
  return (
    <SyncGate key={session.identity} session={session}>
      <LockGate>
        <ErrorBoundary instead={<LostPart />}>
          <Suspense fallback={null}>{dataCollection ? <CollectDiagnostics /> : null}</Suspense>
          <Suspense fallback={null}>{stands ? <Background /> : null}</Suspense>
        </ErrorBoundary>
        <Layout>
          <ErrorBoundary key={`${at} ${visit}`}>
            <Suspense fallback={<Loading />}>
              <Switch location={at}>
                <Route path={dashboard.path}>
                  <dashboard.Component />
                </Route>
                <Route>
                  <laterScreens.Component />
                </Route>
              </Switch>
              <Stands />
            </Suspense>
          </ErrorBoundary>
        </Layout>
      </LockGate>
    </SyncGate>
  );
}
