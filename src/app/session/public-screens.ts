import { paths } from "../links.ts";
import { type Screen, lazyScreen } from "../ui/lazy-screen.ts";

const signIn = lazyScreen(paths.login, async () => (await import("./auth/sign-in-screen.tsx")).SignInScreen);

/** What anyone may open. */
export const publicScreens: readonly Screen[] = [
  signIn,
  lazyScreen(paths.register, async () => (await import("./auth/register-screen.tsx")).RegisterScreen),
  lazyScreen(paths.resetPassword, async () => (await import("./auth/reset-password-screen.tsx")).ResetPasswordScreen),
];

/** What a session opens: the frame and the screens in it. The sign-in page carries nothing of it, not even its list. */
export const loadSignedIn = () => import("../frame/routes/signed-in.tsx");

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
  else void signIn.preload();
}
