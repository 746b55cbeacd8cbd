import { proxy } from "valtio";
import type { NewVersion } from "../../sw/register.ts";
import { onceStanding } from "./standing.tsx";

/** The new version, if any (PWA-3), and whether a mutation of this page is in flight. */
export const update = proxy<{ version: NewVersion | undefined; running: boolean }>({ version: undefined, running: false });

const load = () => import("./updates.ts");

/** Registers the service worker once the page has rendered, as it fetches the rest of the shell. */
export const registerWhenStanding = (): void =>
  onceStanding(
    () =>
      void load().then(
        ({ register }) => register(),
        () => undefined,
      ),
  );

/** Whether leaving the page would lose something; true if that can't be told. Never rejects. */
export const isInUse = (): Promise<boolean> =>
  load().then(
    (updates) => updates.isInUse(),
    () => true,
  );

/** For a page that stops the app: switches to a newer version as soon as there is one. Returns a stop function. */
export function takeNewer(): () => void {
  const end = new AbortController();
  load().then(
    ({ takeNewerUntil }) => takeNewerUntil(end.signal),
    () => undefined,
  );
  return () => end.abort();
}
