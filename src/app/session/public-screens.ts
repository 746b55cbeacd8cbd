import { paths } from "../links.ts";
import { wantedAddress } from "../state/wanted-address.ts";
import { type Screen, lazyScreen } from "../ui/lazy-screen.ts";

const signIn = lazyScreen(
  paths.login,
  async () => (await import("./auth/sign-in-screen.tsx")).SignInScreen,
  () => wantedAddress() ?? paths.home,
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
