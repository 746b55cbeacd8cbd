import { messageSW } from "workbox-window";
import { trustedScriptUrl } from "./trusted-types.ts";

/** The script that this page has started from; its name tells builds apart. The development server's page has none. */
const entry =
  document.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute("src") ??
  document.querySelector("meta[name=counterfoil-entry]")?.getAttribute("content");

/** A new version is looked for this often while the page stands, in ms. */
const lookEveryMs = 3_600_000;

/** A worker that says nothing within this time is not waited for, in ms. */
const answerWithinMs = 10_000;

export interface NewVersion {
  /** `waits`: no page stands on it yet. `taken`: another tab has taken it, and this one can follow. */
  readonly is: "waits" | "taken";
  /** What it brings over this page's own version, from its CHANGELOG. */
  readonly news: readonly string[];
  /** Takes it, and reloads this tab into it. */
  readonly update: () => void;
}

/** Asks a worker; undefined where it says nothing. */
const ask = (worker: ServiceWorker, question: { is: string; entry?: string }): Promise<unknown> =>
  Promise.race([messageSW(worker, question), new Promise((resolve) => setTimeout(resolve, answerWithinMs))]);

async function newsOf(worker: ServiceWorker): Promise<readonly string[]> {
  const news = await ask(worker, { is: "news?" });
  return Array.isArray(news) ? news.filter((line) => typeof line === "string") : [];
}

/** An install that failed is tried again after these pauses, in ms; the last one goes on. */
const installPausesMs = [5_000, 15_000, 60_000, 300_000, 900_000];

/** Registers the worker, and calls `onWaiting` once a version waits. Installs that fail are tried again, as long as the page stands. */
async function keepInstalled(onWaiting: () => void): Promise<void> {
  let failures = 0;
  const install = async (): Promise<void> => {
    try {
      const registration = await navigator.serviceWorker.register(trustedScriptUrl("/worker.js"), { scope: "/" });
      follow(registration);
      // Registering again looks for nothing where a version before it is in charge.
      if (failures > 0 && registration.active) await registration.update();
    } catch (refused) {
      // Private windows and some policies refuse it for good; a server that is down or hidden behind a page of its own, for now.
      if (!(refused instanceof DOMException) || refused.name !== "NotSupportedError") again();
    }
  };
  const again = (): void => {
    const pause = installPausesMs[Math.min(failures, installPausesMs.length - 1)];
    failures += 1;
    setTimeout(() => void install(), pause);
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
  await install();
}

/** Asks the server for a newer version of the app now. */
export const lookForVersion = async (): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration("/");
  await registration?.update().catch(() => undefined);
};

/**
 * Registers the service worker. `onNew` is called when a new version waits, and when one was taken that this page doesn't
 * stand on. Where the browser refuses service workers the app works online only; that is no error.
 */
export async function registerWorker(onNew: (version: NewVersion) => void): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  // For as long as the page stands, its build's shell is kept for it.
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
        waiting.postMessage({ is: "take over" });
        // One that another has overtaken meanwhile takes nothing over.
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
    // The first one ever takes over by itself.
    if (waiting && active) await announce(waiting, active);
  };
  await keepInstalled(() => void look());
  serviceWorker.controller?.postMessage({ is: "sweep" });
  // A page that is left open for days hears of a new version too.
  setInterval(() => void lookForVersion(), lookEveryMs);
}
