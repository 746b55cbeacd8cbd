import { proxy, ref } from "valtio";
import type { Registration } from "../../sw/register.ts";

/** A new version that waits to be taken, if there is one (PWA-3). */
export const update = proxy<{ waiting: Registration | undefined }>({ waiting: undefined });

/** Registers the service worker once the page has settled: the first sight comes first. */
export function registerWhenSettled(): void {
  const register = async () => {
    const { registerWorker } = await import("../../sw/register.ts");
    await registerWorker((registration) => {
      update.waiting = ref(registration);
    });
  };
  const soon = () => {
    register().catch(() => {
      // Without a worker the app works online.
    });
  };
  if (document.readyState === "complete") soon();
  else addEventListener("load", soon, { once: true });
}
