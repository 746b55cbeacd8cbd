// What the cache costs, against plain IndexedDB in the same browser run: `npm run bench:cache`.
import { chromium } from "@playwright/test";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import { findChromium } from "../scripts/chromium.mjs";
import type { CacheFigures } from "./cache-page/measure.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const server = await createServer({
  configFile: false,
  root,
  server: { port: 0, watch: null },
  optimizeDeps: { include: ["dexie", "valibot", "big.js"] },
  logLevel: "error",
});
await server.listen();
const executablePath = await findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ["--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
});
try {
  const page = await browser.newPage();
  await page.goto(new URL("bench/cache-page/index.html", server.resolvedUrls?.local[0]).href);
  await page.waitForFunction(() => Reflect.has(globalThis, "measureCache"));
  const figures = await page.evaluate<CacheFigures>("measureCache()");
  const ms = (value: number): string => `${value.toFixed(1)} ms`;
  console.log(`10,000 rows into the cache: ${figures.fillMs.map(ms).join(", ")}`);
  console.log(`the same rows by plain puts: ${figures.plainMs.map(ms).join(", ")}`);
  console.log(`ratio of the medians: ${figures.fillRatio.toFixed(2)}`);
  console.log(
    `search over 100,000 rows: built in ${ms(figures.searchMs.build)}, then half under ${ms(figures.searchMs.p50)}, 95 % under ${ms(figures.searchMs.p95)}`,
  );
  for (const [rows, took] of Object.entries(figures.windowMs))
    console.log(`first 50 rows out of ${rows}, database opened anew: ${ms(took)}`);
} finally {
  await browser.close();
  await server.close();
}
