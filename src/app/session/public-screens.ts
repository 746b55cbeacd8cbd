import { sessionStore } from "../../sync/state/session-store.ts";
import { paths, transactionIdIn } from "../links.ts";
import { type Screen, lazyScreen } from "../ui/lazy-screen.ts";

/** A transaction's address opened with nobody signed in: where the sign-in leads. In memory only, as it names user data. */
let wanted = !sessionStore.current() && transactionIdIn(location.pathname) !== undefined ? location.pathname + location.search : undefined;
sessionStore.subscribe(() => {
  if (!sessionStore.current()) wanted = undefined;
});

const signIn = lazyScreen(
  paths.login,
  async () => (await import("./auth/sign-in-screen.tsx")).SignInScreen,
  () => wanted ?? paths.home,
);

/** Screens that need no session. */
export const publicScreens: readonly Screen[] = [
  signIn,
  lazyScreen(
    paths.register,
    async () => (await import("./auth/register-screen.tsx")).RegisterScreen,
    () => paths.dashboard,
  ),
  lazyScreen(paths.resetPassword, async () => (await import("./auth/reset-password-screen.tsx")).ResetPasswordScreen),
];

/** Starts loading the sign-in page. */
export const preloadSignIn = (): void => void signIn.preload();
