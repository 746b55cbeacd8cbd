// Sets the theme before the first paint: the chosen one, else the system's. src/app/state/settings.ts writes these keys.
(() => {
  const { dataset } = document.documentElement;
  // Remove the parameter of a navigation that bypassed the worker: src/sw/step-aside.ts.
  const address = location.href.replace(/([?&])past-worker=\w*&?/, "$1").replace(/[?&](?=#|$)/, "");
  if (address !== location.href) history.replaceState(history.state, "", address);
  const system = matchMedia("(prefers-color-scheme: dark)");
  const chosen = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const paint = () => {
    const theme = chosen("counterfoil.theme") ?? (system.matches ? "dark" : "light");
    dataset.theme = theme;
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", theme === "dark" ? "#0d1117" : "#fbfaf7");
  };
  paint();
  if (chosen("counterfoil.density")) dataset.density = "compact";
  system.addEventListener("change", paint);
  // A page restored from the back/forward cache would be stale: hide it when it is put away, and reload it when it returns.
  addEventListener("pagehide", ({ persisted }) => {
    document.documentElement.hidden = persisted;
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
  // Nothing runs before the first scripts that could retry them, so do it here: reload once bypassing the browser's cache, whose
  // copy may be wrong, then show the error.
  addEventListener(
    "error",
    ({ target }) => {
      if (target.localName !== "script") return;
      const again = sessionStorage.getItem("counterfoil.again");
      if (Date.now() - again < 60_000) document.body.append(document.querySelector("#lost").content);
      else {
        sessionStorage.setItem("counterfoil.again", Date.now());
        const files = performance.getEntriesByType("resource").filter(({ name }) => name.includes("/assets/"));
        void Promise.allSettled(files.map(({ name }) => fetch(name, { cache: "reload" }))).then(() => location.reload());
      }
    },
    true,
  );
  // After long inactivity, or if the app was locked, show nothing before the PIN: src/app/session/lock asks for it.
  const stillForMs = Date.now() - (chosen("counterfoil.input") ?? Date.now());
  const token = chosen("token");
  const lockAfterMs = (chosen("counterfoil.lock-after") ?? 15) * 60_000;
  if (token && lockAfterMs > 0 && !(stillForMs < lockAfterMs && stillForMs >= -60_000))
    try {
      if (!chosen("counterfoil.locked")) localStorage.setItem("counterfoil.locked", "late");
      localStorage.setItem("counterfoil.input", Date.now());
    } catch {
      // Storage is full: the app itself locks a moment later.
    }
  // For a returning user, show cached content before the app has loaded: src/app/start/first-sight decides whether.
  const atHome = /^\/(dashboard)?$/.test(location.pathname);
  const kept = chosen("counterfoil.kept");
  if (!chosen("counterfoil.locked") && atHome && !location.search && token && kept?.startsWith("{")) {
    try {
      // Open the cache in parallel, at its current version: src/db/first-sight/first-sight.ts reads and closes it.
      // oxlint-disable-next-line no-restricted-globals -- no script of src/db is there yet
      const opening = indexedDB.open(JSON.parse(kept).cache);
      opening.addEventListener("upgradeneeded", () => opening.transaction.abort());
      opening.addEventListener("success", () => opening.result.addEventListener("versionchange", () => opening.result.close()));
      globalThis.counterfoilOpening = opening;
    } catch {
      // Show nothing; the app itself reports what is wrong.
    }
    globalThis.counterfoilShown = import("/first-sight.js").then(({ shown }) => shown).catch(() => {});
  } else {
    // Without a first sight, preload the app's scripts in parallel instead of one after the other.
    for (const name of ["app", token && "signed-in", token && !atHome && "screen"])
      for (const href of document.querySelector(`meta[name=counterfoil-${name}]`)?.content.split(" ") ?? [])
        document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
})();
