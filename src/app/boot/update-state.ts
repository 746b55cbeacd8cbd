import { proxy, ref } from "valtio";
import type { NewVersion } from "../../sw/register.ts";
import { onceStanding } from "./standing.tsx";

/** A new version, if there is one (PWA-3), and whether a mutation of this page is on its way. */
export const update = proxy<{ version: NewVersion | undefined; running: boolean }>({ version: undefined, running: false });

/** Registers the service worker once the page stands: it fetches the rest of the shell. */
export function registerWhenStanding(): void {
  const register = async () => {
    const [{ registerWorker }, { watchTyping, isTyping }] = await Promise.all([
      import("../../sw/register.ts"),
      import("../background/typing.ts"),
    ]);
    watchTyping();
    await registerWorker((version) => {
      // Reload was asked for in another tab, and means all of them; what would lose something is only offered it.
      if (version.is === "taken" && !update.running && !isTyping()) version.update();
      else update.version = ref(version);
    });
  };
  onceStanding(() => {
    register().catch(() => {
      // Without a worker the app works online.
    });
  });
}
