import { Suspense, lazy, useEffect, useLayoutEffect } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { usePathname } from "wouter/use-browser-location";
import { useHost } from "../../data/host-context.ts";
import { Loading } from "../../ui/loading.tsx";
import { followDisowned } from "../../session/session-end.ts";
import { Stands } from "../../state/standing.tsx";
import { paths, plainPath } from "../../links.ts";
import { useAuth } from "../../state/auth.ts";
import { publicScreens } from "../../session/public-screens.ts";
import { loadSignedIn } from "./preload.ts";

const SignedIn = lazy(async () => {
  const { SignedIn: Component, languageIsThere } = await loadSignedIn();
  await languageIsThere;
  return { default: Component };
});

function Guarded() {
  const { ending, session } = useAuth();
  if (ending) return null;
  return session ? <SignedIn session={session} /> : <Redirect to={paths.login} replace />;
}

/** Redirects to the canonical spelling of an address, before anything is painted. */
function usePlainAddress(): void {
  const [, navigate] = useLocation();
  const pathname = usePathname();
  useLayoutEffect(() => {
    const { search, hash } = location;
    const plain = plainPath(pathname);
    if (plain !== pathname) navigate(plain + search + hash, { replace: true, state: history.state });
  }, [pathname, navigate]);
}

/** All routes: the public pages, and the guard before everything else (AUTH-1). */
export function Routes() {
  const { ending, session } = useAuth();
  const host = useHost();
  useEffect(() => followDisowned(host), [host]);
  usePlainAddress();
  return (
    <Suspense fallback={<Loading />}>
      <Switch>
        {publicScreens.map(({ path, Component, leadsTo }) => (
          <Route key={path} path={path}>
            {/* No sign-in before the last admin's data has left the device (AUTH-14). */}
            {ending ? null : leadsTo && session ? <Redirect to={leadsTo()} replace /> : <Component />}
            <Stands />
          </Route>
        ))}
        <Route>
          <Guarded />
        </Route>
      </Switch>
    </Suspense>
  );
}
