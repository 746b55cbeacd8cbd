/**
 * The end of the script that starts the dashboard with all files cached, after before-paint.ts and the first sight
 * (build/first-sight.ts). Loads what must not delay the first sight: the app itself, and resources that the page only names.
 */
import { whenShown } from "./first-sight-shown.ts";

/** Resolves once the page's current content is on the screen. */
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    // A hidden page is never painted.
    setTimeout(resolve, 200);
  });

async function startApp(): Promise<void> {
  await whenShown();
  const firstSight = document.querySelector("#first-sight");
  if (firstSight) await painted();
  for (const later of document.head.querySelectorAll("template")) later.replaceWith(later.content);
  const entry = document.querySelector<HTMLMetaElement>("meta[name=counterfoil-entry]")?.content ?? "";
  await import(/* @vite-ignore */ entry).catch(() => {
    // Nothing will take it over. The rest is done as for a page whose script is lost (before-paint.ts).
    firstSight?.remove();
    document.querySelector("script")?.dispatchEvent(new Event("error"));
  });
}

void startApp();
