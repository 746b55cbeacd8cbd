import { proxy, ref, useSnapshot } from "valtio";

/** Chromium's; no standard says more of it. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** `hint`: the way through Safari's own menu is being shown. */
export const install = proxy<{ prompt?: InstallPrompt | undefined; hint?: boolean }>({});

// Some browsers offer it once, before any screen stands; kept, it waits for the button.
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  install.prompt = ref(event as InstallPrompt);
});
/** Safari installs by its own menu alone. */
const isSafariTab = (): boolean => navigator.vendor?.startsWith("Apple") && !matchMedia("(display-mode: standalone)").matches;

/** Whether the app can be installed here: the browser asks, or has a menu that does it (PWA-1). */
export const useInstallable = (): boolean => useSnapshot(install).prompt !== undefined || isSafariTab();

/** Lets the browser ask, which it does once for each offer of its own; where it can't, shows the way. */
export function offerInstall(): void {
  const { prompt } = install;
  install.hint = !prompt;
  install.prompt = undefined;
  void prompt?.prompt();
}
