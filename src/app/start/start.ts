import "../main.css";

/** Set by public/theme.js where a first sight may be drawn; settles once it is, or nothing will be. */
const shown: unknown = Reflect.get(globalThis, "counterfoilShown");

/** Nothing may hold up the paint; a page in the background has none, and waits no longer than this, in ms. */
const paintedWithinMs = 200;

/** A first sight that takes longer isn't waited for, in ms: the cache may never answer. */
const shownWithinMs = 2000;

const painted = (): Promise<void> =>
  new Promise((resolve) => {
    const look = new PerformanceObserver((paints) => {
      if (paints.getEntriesByName("first-contentful-paint").length > 0) resolve();
    });
    look.observe({ type: "paint", buffered: true });
    setTimeout(resolve, paintedWithinMs);
  });

await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, shownWithinMs))]);
// What comes later stays away (src/app/start/first-sight/main.tsx).
Reflect.set(globalThis, "counterfoilStarted", true);
const firstSight = document.querySelector("#first-sight");
if (firstSight) await painted();
import("./main.tsx").catch((lost: unknown) => {
  // What nobody will take over must not stand there as if it worked.
  firstSight?.remove();
  const words = document.querySelector<HTMLTemplateElement>("#lost");
  if (words) document.body.append(words.content);
  throw lost;
});
