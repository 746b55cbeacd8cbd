/**
 * How long it takes, offline, from the navigation to the first cached row on the screen.
 * `npm run bench:first-row -- --rows 20000 --runs 15`
 */
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import { buildIfNeeded } from "../scripts/build.mjs";
import { findChromium } from "../scripts/chromium.mjs";
import { HostProcess } from "../tests/support/browser/host-process.ts";
import { scrollList } from "../tests/support/browser/scrolling.ts";
import { untilShellIsKept } from "../tests/support/browser/shell.ts";
import { signInAt } from "../tests/support/browser/truth.ts";

const { values } = parseArgs({ options: { rows: { type: "string", default: "20000" }, runs: { type: "string", default: "15" } } });
const rows = Number(values.rows);
const runs = Number(values.runs);

/** Notes, in the page, when the first row has been painted (ms since the navigation). */
function noteFirstRow(): void {
  const look = new MutationObserver(() => {
    if (!document.querySelector("[aria-rowindex] td, [aria-rowindex] [role=cell]")) return;
    look.disconnect();
    requestAnimationFrame(() => setTimeout(() => Reflect.set(window, "firstRowAt", performance.now())));
  });
  look.observe(document, { childList: true, subtree: true });
}

/** Scrolls to the end of the list, as a reader would, until all of it is cached. */
async function cacheEverything(page: Page): Promise<void> {
  const end = page.getByText("No more transactions to load");
  while (!(await end.isVisible())) {
    await scrollList(page, 1e9);
    await page.waitForTimeout(30);
  }
}

const middle = (sorted: readonly number[], share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;

if (!(await buildIfNeeded())) process.exit(1);
const home = await mkdtemp(join(tmpdir(), "counterfoil-bench-"));
const host = await HostProcess.start({ dataDir: join(home, "data"), args: [`--transactions=${rows}`] });
const executablePath = await findChromium();
const context = await chromium.launchPersistentContext(join(home, "browser"), {
  ...(executablePath && { executablePath }),
  viewport: { width: 1440, height: 900 },
  args: ["--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
});
try {
  const session = await signInAt(host);
  const page = await context.newPage();
  await page.goto(`${host.origin}/icon.svg`);
  await page.evaluate(({ token, user }) => {
    localStorage.setItem("token", token);
    localStorage.setItem("user", user);
  }, session);
  await page.goto(host.origin);
  await page.getByRole("row").nth(5).waitFor();
  await cacheEverything(page);
  await untilShellIsKept(page);
  await page.close();
  await context.setOffline(true);

  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const fresh = await context.newPage();
    await fresh.addInitScript(noteFirstRow);
    await fresh.goto(host.origin);
    await fresh.waitForFunction(() => Reflect.has(window, "firstRowAt"));
    times.push(Number(await fresh.evaluate(() => Reflect.get(window, "firstRowAt"))));
    await fresh.close();
  }
  times.sort((a, b) => a - b);
  console.log(`${rows} rows cached, offline, ${runs} new pages, ${cpus().length} cores, Chromium ${context.browser()?.version() ?? ""}`);
  console.log(
    `navigation to first row: median ${Math.round(middle(times, 0.5))} ms, 95th percentile ${Math.round(middle(times, 0.95))} ms`,
  );
} finally {
  await context.close();
  await host.stop();
  await rm(home, { recursive: true, force: true });
}
