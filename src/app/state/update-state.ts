import { proxy } from "valtio";
import type { NewVersion } from "../../sw/register.ts";
import { onceStanding } from "./standing.tsx";

/** A new version, if there is one (PWA-3), and whether a mutation of this page is on its way. */
export const update = proxy<{ version: NewVersion | undefined; running: boolean }>({ version: undefined, running: false });

const load = () => import("./updates.ts");

/** Registers the service worker once the page stands: it fetches the rest of the shell. */
export const registerWhenStanding = (): void =>
  onceStanding(
    () =>
      void load().then(
        ({ register }) => register(),
        () => undefined,
      ),
  );

/** On a page that stops the app: takes a newer version as soon as there is one. Returns how to stop that. */
export function takeNewer(): () => void {
  const end = new AbortController();
  load().then(
    ({ takeNewerUntil }) => takeNewerUntil(end.signal),
    () => undefined,
  );
  return () => end.abort();
}
