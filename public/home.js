// The end of home.html's script, after public/theme.js and the first sight that it loads (build/first-sight.ts). Loads what must
// not delay the first sight: the app itself, and resources the page only names.
void (async () => {
  /** Resolves once the page's current content is on the screen. */
  const painted = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve));
      // A hidden page is never painted.
      setTimeout(resolve, 200);
    });
  // Don't wait for a storage that never answers: same limit as in src/app/start/start.ts, which runs later.
  await Promise.race([globalThis.counterfoilShown, new Promise((resolve) => setTimeout(resolve, 2000))]);
  globalThis.counterfoilStarted = true;
  if (document.querySelector("#first-sight")) await painted();
  for (const later of document.head.querySelectorAll("template")) later.replaceWith(later.content);
  await import(document.querySelector("meta[name=counterfoil-entry]").content).catch(() => {
    document.body.append(document.querySelector("#lost").content);
  });
})();
