import "../main.css";

/** Promise set by public/theme.js if a first sight may be drawn; settles once it is, or won't be. */
const shown: unknown = Reflect.get(globalThis, "counterfoilShown");

/** Wait for the paint at most this long, in ms; a background page doesn't paint. */
const paintedWithinMs = 200;

/** Wait for the first sight at most this long, in ms: the cache may never answer. */
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
// From here on the first sight isn't drawn any more (src/app/start/first-sight/main.tsx).
Reflect.set(globalThis, "counterfoilStarted", true);
const firstSight = document.querySelector("#first-sight");
if (firstSight) await painted();
import("./main.tsx").catch((lost: unknown) => {
  // Nothing will take over the first sight, so remove it rather than let it look interactive.
  firstSight?.remove();
  const words = document.querySelector<HTMLTemplateElement>("#lost");
  if (words) document.body.append(words.content);
  throw lost;
});
