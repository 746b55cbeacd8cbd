import "../main.css";
import { whenShown } from "./first-sight-shown.ts";
import { showLost } from "./lost-page.ts";

/** Wait for the paint at most this long, in ms; a background page doesn't paint. */
const paintedWithinMs = 200;

const painted = (): Promise<void> =>
  new Promise((resolve) => {
    const look = new PerformanceObserver((paints) => {
      if (paints.getEntriesByName("first-contentful-paint").length > 0) resolve();
    });
    look.observe({ type: "paint", buffered: true });
    setTimeout(resolve, paintedWithinMs);
  });

await whenShown();
const firstSight = document.querySelector("#first-sight");
if (firstSight) await painted();
import("./main.tsx").catch((lost: unknown) => {
  // Nothing will take over the first sight, so remove it rather than let it look interactive.
  firstSight?.remove();
  showLost();
  throw lost;
});
