import { messageSW } from "workbox-window";
import { trustedScriptUrl } from "./trusted-types.ts";

/** The page's entry script; its name identifies the build. Missing on the development server. */
const entry =
  document.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute("src") ??
  document.querySelector("meta[name=counterfoil-entry]")?.getAttribute("content");

/** Interval for checking for a new version while the page is open, in ms. */
const lookEveryMs = 3_600_000;

/** How often the wall clock is checked for it, in ms: timers stop while the machine sleeps or the app is suspended. */
const lookAtClockEveryMs = 60_000;

/** Longest wait for a worker's reply, in ms. */
const answerWithinMs = 10_000;

export interface NewVersion {
  /**
   * `waits`: no page uses it yet. `taken`: another tab activated it; this one can follow. `settings`: it is the same with another
   * config.json.
   */
  readonly is: "waits" | "taken" | "settings";
  /** Its changes since the active version, from its CHANGELOG. */
  readonly news: readonly string[];
  /** Activates it and reloads this tab. */
  readonly update: () => void;
}

/** Asks a worker; undefined without a reply. */
const ask = (worker: ServiceWorker, question: { is: string; entry?: string }): Promise<unknown> =>
  Promise.race([messageSW(worker, question), new Promise((resolve) => setTimeout(resolve, answerWithinMs))]);

async function newsOf(worker: ServiceWorker): Promise<readonly string[]> {
  const news = await ask(worker, { is: "news?" });
  return Array.isArray(news) ? news.filter((line) => typeof line === "string") : [];
}

/**
 * Has the worker keep the page with the headers that the server sends now. Resolves to its Content-Security-Policy; undefined without
 * a worker, or if the server has another page, or none.
 */
export async function renewPage(): Promise<string | undefined> {
  const { controller } = navigator.serviceWorker ?? {};
  const policy = controller && (await ask(controller, { is: "renew page" }));
  return typeof policy === "string" ? policy : undefined;
}

/** Pauses before the first install retries, and before each later one, in ms. */
const installPausesMs = [5_000, 15_000, 60_000, 300_000];
const laterPauseMs = 900_000;

/**
 * Registers the worker and calls `onWaiting` when a version is waiting. Failed installs are retried while the page is open. Resolves
 * to the worker that is active already.
 */
async function keepInstalled(onWaiting: () => void): Promise<ServiceWorker | null | undefined> {
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const install = async (): Promise<ServiceWorker | null | undefined> => {
    retry = undefined;
    try {
      const registration = await navigator.serviceWorker.register(trustedScriptUrl("/worker.js"), { scope: "/" });
      follow(registration);
      // If an earlier version is active, registering again doesn't check for updates.
      if (failures > 0 && registration.active) await registration.update();
      return registration.active;
    } catch (refused) {
      // Private windows and some policies refuse permanently; a server that is down or behind a portal page, temporarily.
      if (!(refused instanceof Error && refused.name === "NotSupportedError")) again();
      return undefined;
    }
  };
  const again = (): void => {
    // Each tab sees the failure of any tab's install: without this, retries would multiply.
    if (retry) return;
    retry = setTimeout(install, installPausesMs[failures] ?? laterPauseMs);
    failures += 1;
  };
  const followed = new WeakSet<ServiceWorkerRegistration | ServiceWorker>();
  const watch = (worker: ServiceWorker | null): void => {
    if (!worker || followed.has(worker)) return;
    followed.add(worker);
    let installed = false;
    worker.addEventListener("statechange", () => {
      if (worker.state === "installed") {
        installed = true;
        failures = 0;
        onWaiting();
      } else if (worker.state === "redundant" && !installed) again();
    });
  };
  const follow = (registration: ServiceWorkerRegistration): void => {
    if (followed.has(registration)) return;
    followed.add(registration);
    watch(registration.installing);
    registration.addEventListener("updatefound", () => watch(registration.installing));
    if (registration.waiting) onWaiting();
  };
  return install();
}

/** Checks the server for a newer version now. */
export const lookForVersion = async (): Promise<void> => {
  try {
    await (await navigator.serviceWorker?.getRegistration("/"))?.update();
  } catch {
    // Offline, or the browser refuses registrations.
  }
};

/**
 * Registers the service worker. `onNew` is called when a new version is waiting, or one was activated that this page doesn't belong
 * to. Without service workers the app works online only, which isn't an error.
 */
export async function registerWorker(onNew: (version: NewVersion) => void): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  // Keeps this build's shell cached while the page is open.
  if (entry) void navigator.locks?.request(`counterfoil-page ${entry}`, { mode: "shared" }, () => new Promise(() => {})).catch(() => {});
  let isOurs = false;
  let news: readonly string[] = [];

  const announce = async (waiting: ServiceWorker, active: ServiceWorker): Promise<void> => {
    const had = new Set(await newsOf(active));
    news = (await newsOf(waiting)).filter((line) => !had.has(line));
    onNew({
      is: "waits",
      news,
      update: () => {
        isOurs = true;
        waiting.postMessage({ is: "take over", type: "SKIP_WAITING" });
        // A version overtaken by a newer one never takes over.
        setTimeout(() => location.reload(), answerWithinMs);
      },
    });
  };
  serviceWorker.addEventListener("controllerchange", () => {
    const { controller } = serviceWorker;
    if (isOurs) location.reload();
    else if (controller && entry)
      void ask(controller, { is: "is it yours?", entry }).then((answer) => {
        if (answer === false) onNew({ is: "taken", news, update: () => location.reload() });
      });
  });

  const look = async (): Promise<void> => {
    const { waiting, active } = (await serviceWorker.getRegistration("/")) ?? {};
    // The very first version activates without asking.
    if (waiting && active) await announce(waiting, active);
  };
  const active = await keepInstalled(() => void look());
  // After a forced reload no worker controls the page, and what the active one keeps may be why it was reloaded.
  (serviceWorker.controller ?? active)?.postMessage({ is: "sweep" });
  // Pages left open for days also learn of new versions.
  let lookedAt = Date.now();
  setInterval(() => {
    if (Math.abs(Date.now() - lookedAt) < lookEveryMs) return;
    lookedAt = Date.now();
    void lookForVersion();
  }, lookAtClockEveryMs);
}
