import { paths, screenAt } from "../../links.ts";
import { DashboardScreen } from "../../screens/transactions/dashboard-screen.tsx";
import { lazyScreen } from "../../ui/lazy-screen.ts";
import { screen } from "../../ui/screen.ts";

// Bundled with the frame: most sessions begin with it.
export const dashboard = screen(paths.home, () => Promise.resolve(DashboardScreen), ["transactions"]);

const loadLater = () => import("./later-screens.tsx");

/** Every other screen below the guard. */
export const laterScreens = lazyScreen("*", async () => (await loadLater()).LaterScreens);

/** Starts loading the screen for a path, in parallel with the rest of the start. */
export async function preloadGuardedScreenAt(path: string): Promise<void> {
  const at = screenAt(path);
  if (at === dashboard.path) return dashboard.preload();
  await laterScreens.preload();
  // Rendering retries.
  await loadLater().then(
    ({ preloadLaterScreen }) => preloadLaterScreen(at),
    () => {},
  );
}
