import { preloadSignIn, publicScreens } from "../../session/public-screens.ts";

/** What a session opens: the frame and the screens in it. The sign-in page carries nothing of it, not even its list. */
export const loadSignedIn = () => import("./signed-in.tsx");

/** Begins to load what an address will show, beside everything else that a start waits for. */
export function preloadScreenAt(path: string, signedIn: boolean): void {
  const own = publicScreens.find((one) => one.path === path);
  if (own) void own.preload();
  else if (signedIn)
    loadSignedIn().then(
      ({ preloadGuardedScreenAt }) => void preloadGuardedScreenAt(path),
      () => {
        // Drawing it asks again, and says on the screen what went wrong.
      },
    );
  else preloadSignIn();
}
