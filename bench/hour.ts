/**
 * An hour of use in a few minutes: `npm run bench:hour`. An admin signs in by typing, walks through all screens repeatedly and
 * opens what can be opened there, while rows arrive and the page's clock advances a minute at a time. Measures memory and cache on
 * the dashboard every ten minutes, after garbage collection; fails if an hour leaves more than the first ten minutes did.
 * `-- --dry`: doesn't write docs/performance.md.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import { buildIfNeeded } from "../scripts/build.mjs";
import { needChromium } from "../scripts/chromium.mjs";
import { links } from "../src/app/links.ts";
import { startBusyHost } from "../tests/support/browser/busy-host.ts";
import { firstAdmin, HostProcess } from "../tests/support/browser/host-process.ts";
import { screensOf } from "../tests/support/browser/screens.ts";
import { untilShellIsKept } from "../tests/support/browser/shell.ts";
import { signInAt } from "../tests/support/browser/truth.ts";
import { machine, putTable } from "./table.ts";

interface Held {
  readonly minute: number;
  readonly heapMB: number;
  readonly nodes: number;
  readonly listeners: number;
  readonly databaseKB: number;
}

const { values } = parseArgs({ options: { dry: { type: "boolean", default: false }, minutes: { type: "string", default: "60" } } });
const minutes = Number(values.minutes);
const lookEvery = Math.max(1, Math.round(minutes / 6));
const screensAMinute = 5;
/** Rows that arrive or change per simulated minute. */
const stepsAMinute = 2;

/** Tolerated growth after the first sixth, as a ratio: noise of garbage collection and database pages. */
const flat = 1.1;
/** Database growth allowed per row, with its share of the indexes and the write-ahead log. */
const kBPerRow = 4;

if (!(await buildIfNeeded())) process.exit(1);
const home = await mkdtemp(join(tmpdir(), "counterfoil-hour-"));
const dataDir = join(home, "data");
await (await HostProcess.start({ dataDir, args: ["--transactions=3000", "--users=300"] })).stop();
const host = await startBusyHost({ dataDir });
const executablePath = await needChromium();
const browser = await chromium.launch({
  executablePath,
  // No JIT, so that the heap shows the app's objects and not machine code, which grows for hours.
  args: ["--disable-gpu", "--js-flags=--no-opt,--no-maglev,--no-sparkplug", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
});

async function signInByTyping(page: Page): Promise<void> {
  await page.goto(`${host.origin}/login`);
  await page.getByLabel("Email").fill(firstAdmin.email);
  await page.getByLabel("Password", { exact: true }).fill(firstAdmin.pin);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("row").nth(5).waitFor();
}

/** Navigates as a link does, without a reload. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, "", to), path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForTimeout(250);
}

const transactionPath = links.transaction("");

/** Opens and closes what most screens have: the palette, the user menu, and a list's first row. */
async function lookAround(page: Page, path: string): Promise<void> {
  if (path.startsWith(transactionPath)) {
    // The address opens a dialog, and the palette stays away from one.
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: /^Find a screen/ }).waitFor();
  await page.keyboard.type("a");
  await page.keyboard.press("Escape");
  await page.getByRole("banner").getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menu").waitFor();
  await page.keyboard.press("Escape");
  if (path !== "/") return;
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await page
    .getByRole("button", { name: /^Actions for / })
    .nth(2)
    .click();
  await page.getByRole("menuitem", { name: "View Full Details" }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.mouse.wheel(0, 2000);
  await page.waitForTimeout(200);
  await page.mouse.wheel(0, -2000);
}

async function hold(page: Page, minute: number): Promise<Held> {
  await goTo(page, "/");
  await page.getByRole("row").nth(5).waitFor();
  // Wait for closing animations and fetches.
  await page.waitForTimeout(3000);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  for (let turn = 0; turn < 3; turn += 1) await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  await session.detach();
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  const kept = await page.evaluate(async () => (await navigator.storage.estimate()) as { usageDetails?: { indexedDB?: number } });
  return {
    minute,
    heapMB: of("JSHeapUsedSize") / 1e6,
    nodes: of("Nodes"),
    listeners: of("JSEventListeners"),
    databaseKB: (kept.usageDetails?.indexedDB ?? Number.NaN) / 1000,
  };
}

const line = ({ minute, heapMB, nodes, listeners, databaseKB }: Held): string =>
  `| ${minute} | ${heapMB.toFixed(1)} MB | ${nodes} | ${listeners} | ${databaseKB.toFixed(0)} kB |`;

try {
  const screens = (await screensOf(host, await signInAt(host))).filter(({ isOpen }) => isOpen !== true);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.clock.install();
  await signInByTyping(page);
  await untilShellIsKept(page);
  const held: Held[] = [];
  let visited = 0;
  for (let minute = 1; minute <= minutes; minute += 1) {
    await host.live(stepsAMinute);
    await page.clock.fastForward(60_000);
    for (let turn = 0; turn < screensAMinute; turn += 1) {
      const { path } = screens[visited % screens.length] ?? { path: "/" };
      await goTo(page, path);
      await lookAround(page, path);
      visited += 1;
    }
    if (minute % lookEvery !== 0) continue;
    const now = await hold(page, minute);
    held.push(now);
    console.log(line(now));
  }
  const [first, last] = [held[0], held.at(-1)];
  if (!first || !last) throw new Error("nothing was measured");
  const grown: string[] = (["heapMB", "nodes", "listeners"] as const).filter((what) => last[what] > first[what] * flat);
  const arrived = (last.minute - first.minute) * stepsAMinute;
  if (last.databaseKB > first.databaseKB + arrived * kBPerRow) grown.push("databaseKB");
  const found = [
    `${machine(browser.version())}, ${visited} visits of ${screens.length} screens while ${minutes * stepsAMinute} rows arrived or changed.`,
    "",
    "| after minutes | heap | DOM nodes | listeners | IndexedDB |",
    "|---|---|---|---|---|",
    ...held.map(line),
  ];
  if (!values.dry) await putTable("hour", found);
  if (grown.length > 0) {
    console.error(`grown by more than ${Math.round((flat - 1) * 100)} % since minute ${first.minute}: ${grown.join(", ")}`);
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  await host.stop();
  await rm(home, { recursive: true, force: true });
}
