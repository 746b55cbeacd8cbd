import { preloadSignIn, publicScreens } from "../../session/public-screens.ts";

/** Loads the frame and its screens. The sign-in page bundles none of it, not even the list. */
export const loadSignedIn = () => import("./signed-in.tsx");

/** Starts loading the screen for a path, in parallel with the rest of the start. */
export function preloadScreenAt(path: string, signedIn: boolean): void {
  const own = publicScreens.find((one) => one.path === path);
  if (own) void own.preload();
  else if (signedIn)
    loadSignedIn().then(
      ({ preloadGuardedScreenAt }) => void preloadGuardedScreenAt(path),
      () => {
        // Rendering retries, and shows the error.
      },
    );
  else preloadSignIn();
}
