import { proxy, ref, useSnapshot } from "valtio";

/** Chromium only; not in any standard. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** `hint`: the instructions for Safari's own menu are shown. */
export const install = proxy<{ prompt?: InstallPrompt | undefined; hint?: boolean }>({});

// Some browsers fire it once, before any screen is rendered; keep it for the button.
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  install.prompt = ref(event as InstallPrompt);
});
/** Safari installs only from its own menu. */
const isSafariTab = (): boolean => navigator.vendor?.startsWith("Apple") && !matchMedia("(display-mode: standalone)").matches;

/** Whether the app can be installed here: by a browser prompt, or from the browser's menu (PWA-1). */
export const useInstallable = (): boolean => useSnapshot(install).prompt !== undefined || isSafariTab();

/** Shows the browser's prompt, which works once per event; if there is none, shows the instructions. */
export function offerInstall(): void {
  const { prompt } = install;
  install.hint = !prompt;
  install.prompt = undefined;
  void prompt?.prompt();
}
