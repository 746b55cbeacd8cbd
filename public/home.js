// The end of home.html's script, after public/theme.js and the first sight that it asks for (build/first-sight.ts): brings
// what the page leaves to it, which shall not hold up the first sight: the app itself, and what is only named.
void (async () => {
  /** Whatever was put into the page before is on the screen. */
  const painted = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve));
      // A page that nobody sees is not painted.
      setTimeout(resolve, 200);
    });
  // A device that never answers isn't waited for: the same limit as in src/app/start/start.ts, which comes after it.
  await Promise.race([globalThis.counterfoilShown, new Promise((resolve) => setTimeout(resolve, 2000))]);
  globalThis.counterfoilStarted = true;
  if (document.querySelector("#first-sight")) await painted();
  for (const later of document.head.querySelectorAll("template")) later.replaceWith(later.content);
  await import(document.querySelector("meta[name=counterfoil-entry]").content).catch(() => {
    document.body.append(document.querySelector("#lost").content);
  });
})();
