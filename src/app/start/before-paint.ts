/**
 * The page's own script (build/first-sight.ts), which runs before the first paint: sets the theme, locks a late start, and starts
 * what can be loaded in parallel. What it imports is part of it, and has to be small.
 */
import { pastWorker } from "../../sw/step-aside.ts";
import { lockDueInMs, lockKeys, usualLock } from "../../sync/state/idle-lock.ts";
import { beginOpening } from "../../db/first-sight/opening.ts";
import { readItem, writeItem } from "../../sync/state/storage.ts";
import { keptKey } from "../../sync/state/kept-key.ts";
import { copyKeys, paintTheme } from "../state/page-look.ts";
import { noteShown } from "./first-sight-shown.ts";
import { showLost } from "./lost-page.ts";

declare global {
  /** Loads and draws the first sight; the build puts its script here. */
  function loadFirstSight(): Promise<{ readonly shown: Promise<void> }>;
}

const { documentElement: root } = document;

// The parameter of a navigation that bypassed the worker.
const address = location.href.replace(new RegExp(`([?&])${pastWorker}=\\w*&?`), "$1").replace(/[?&](?=#|$)/, "");
if (address !== location.href) history.replaceState(history.state, "", address);

const system = matchMedia("(prefers-color-scheme: dark)");
const paint = (): void => paintTheme((readItem(copyKeys.theme) ?? (system.matches ? "dark" : "light")) === "dark");
paint();
system.addEventListener("change", paint);
if (readItem(copyKeys.density)) root.dataset["density"] = "compact";

// A page restored from the back/forward cache would be stale: hide it when it is put away, and reload it when it returns.
addEventListener("pagehide", ({ persisted }) => {
  root.hidden = persisted;
});
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) location.reload();
});

const againKey = "counterfoil.again";

/** Reloads once with the files fetched past the browser's cache, whose copy may be wrong, then shows the error. */
function loadAgain(): void {
  try {
    if (Math.abs(Date.now() - Number(sessionStorage.getItem(againKey))) < 60_000) return showLost();
    sessionStorage.setItem(againKey, String(Date.now()));
  } catch {
    // Refused: nothing would end the reloads.
    return showLost();
  }
  const files = performance.getEntriesByType("resource").filter(({ name }) => name.includes("/assets/"));
  void Promise.allSettled(files.map(({ name }) => fetch(name, { cache: "reload" }))).then(() => location.reload());
}
// Nothing that could retry the first scripts runs before them.
addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && loadAgain(), true);

const token = readItem("token");
const lockAfter = Number(readItem(copyKeys.lockAfter) ?? usualLock);
// Show nothing before the PIN: src/app/session/lock asks for it.
if (token && lockDueInMs(lockAfter, readItem(lockKeys.input)) <= 0) {
  if (!readItem(lockKeys.locked)) writeItem(lockKeys.locked, "late");
  writeItem(lockKeys.input, String(Date.now()));
}

/** The cache that the last session left on the device. */
function keptCache(): string | undefined {
  try {
    const { cache }: { cache?: unknown } = JSON.parse(readItem(keptKey) ?? "{}");
    return typeof cache === "string" ? cache : undefined;
  } catch {
    return undefined;
  }
}

const atHome = /^\/(dashboard)?$/.test(location.pathname);
const cache = keptCache();
if (token && cache !== undefined && atHome && !location.search && !readItem(lockKeys.locked)) {
  // For a returning user: src/app/start/first-sight decides whether cached content is shown before the app has loaded.
  try {
    beginOpening(cache);
  } catch {
    // Show nothing; the app itself reports what is wrong.
  }
  noteShown(
    loadFirstSight()
      .then(({ shown }) => shown)
      .catch(() => {
        // The app starts without it.
      }),
  );
} else {
  // Preload the app's scripts in parallel instead of one after the other.
  for (const name of ["app", token && "signed-in", token && !atHome && "screen"])
    for (const href of document.querySelector<HTMLMetaElement>(`meta[name=counterfoil-${name}]`)?.content.split(" ") ?? [])
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
}
