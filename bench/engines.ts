/**
 * First row and scrolling in Firefox and WebKit, as ratios to bare pages there: `npm run bench:engines`. Writes its table into
 * docs/performance.md; `-- --dry` only prints it.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildIfNeeded } from "../scripts/build.mjs";
import { findFirefox, findWebKit } from "../scripts/engines.mjs";
import { toRow } from "../src/db/transactions/transactions.ts";
import type { DrivenBrowser, DrivenTab } from "../tests/engines/driver.ts";
import { Person, until } from "../tests/engines/person.ts";
import { launchFirefox } from "../tests/engines/puppeteer-driver.ts";
import { launchWebKit } from "../tests/engines/webkit-driver.ts";
import { firstAdmin, HostProcess } from "../tests/support/browser/host-process.ts";
import { makeRows } from "./page/rows.ts";
import { scroll } from "./scrolling.ts";
import { serveBare } from "./stage.ts";
import { middle } from "./start-up.ts";
import { machine, putTable } from "./table.ts";

const { values } = parseArgs({ options: { dry: { type: "boolean", default: false } } });
const runs = 25;
const scrollMs = 4000;
/** Deferred start-up work and writes finish within this time, in ms. */
const restMs = 1500;
const rows = makeRows(1000).map((row) => toRow(row, 0));

const rest = (ms = restMs): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Runs in the page loaded after `begun` (epoch ms): ms from its navigation to the paint of its first row; null in an older page.
 */
async function firstRowHere(begun: number): Promise<{ ms: number; wasThere: boolean } | null> {
  if (performance.timeOrigin < begun) return null;
  const wasThere = document.querySelector("[aria-rowindex] td") !== null;
  while (document.querySelector("[aria-rowindex] td") === null) await new Promise((resolve) => void setTimeout(resolve, 1));
  await new Promise((resolve) => void requestAnimationFrame(() => setTimeout(resolve)));
  return { ms: performance.now(), wasThere };
}

/** From a navigation to the first row. A row that was there before the first look counts from that look. */
async function firstRow(tab: DrivenTab, address: string, missed: { starts: number }): Promise<number> {
  await rest();
  const begun = Date.now();
  await tab.evaluate((to) => void setTimeout(() => location.assign(to)), address);
  const { ms, wasThere } = await until("the first row", () => tab.evaluate(firstRowHere, begun));
  if (wasThere) missed.starts += 1;
  return ms;
}

/** Runs in the page: a plain table of `count` rows in a scroll area. */
function standPlainRows(count: number): void {
  const area = document.createElement("div");
  area.style.cssText = "height: 700px; overflow-y: auto";
  const body = document.createElement("tbody");
  for (let row = 0; row < count; row += 1) {
    const line = document.createElement("tr");
    for (let cell = 0; cell < 7; cell += 1) line.appendChild(document.createElement("td")).textContent = `${row}.${cell}`;
    body.append(line);
  }
  const table = document.createElement("table");
  table.append(body);
  area.append(table);
  document.body.replaceChildren(area);
}

const scrollOn = (tab: DrivenTab) => tab.evaluate(scroll, { rowsPerSecond: 60, forMs: scrollMs });

/** Wraps a new tab: tsx wraps functions in a `__name` helper, which pages lack. */
async function openTab(browser: DrivenBrowser): Promise<DrivenTab> {
  const tab = await browser.newTab();
  return {
    ...tab,
    evaluate: (run, given) => {
      const text = `(given) => { const __name = (named) => named; return (${String(run)})(given); }`;
      return tab.evaluate(Object.assign(run.bind(undefined), { toString: () => text }), given);
    },
  };
}

async function measure(engine: string, browser: DrivenBrowser, app: string, bare: string): Promise<string[]> {
  const plain = await openTab(browser);
  await plain.goto(bare);
  await plain.evaluate(
    (given) => (globalThis as unknown as { fillBare: (all: readonly unknown[]) => Promise<void> }).fillBare(given),
    rows,
  );
  const tab = await openTab(browser);
  await tab.goto(app);
  const admin = new Person(tab);
  await admin.fill("Email", firstAdmin.email);
  await admin.fill("Password", firstAdmin.pin);
  await admin.click("button", "Sign In");
  await admin.see("row");
  await until("the kept shell", () => tab.evaluate(async () => (await navigator.serviceWorker.ready).active?.state === "activated"));
  await rest(5000);
  const times = { app: [] as number[], bare: [] as number[] };
  const missed = { starts: 0 };
  for (let run = 0; run <= runs; run += 1) {
    times.bare.push(await firstRow(tab, `${bare}/?bare`, missed));
    times.app.push(await firstRow(tab, app, missed));
  }
  // Skip the first round, a warm-up.
  const [own, limit] = [middle(times.app.slice(1)), middle(times.bare.slice(1))];
  await rest(3000);
  const list = await scrollOn(tab);
  await tab.goto(`${bare}/?bare`);
  await tab.evaluate(standPlainRows, 2000);
  const table = await scrollOn(tab);
  const ms = (value: number): string => `${Math.round(value)} ms`;
  console.log(engine, { own, limit, missed: missed.starts, list, table });
  return [
    `| ${engine} (${browser.version}): first row | ${(own / limit).toFixed(2)} × (${ms(own)}, bare page ${ms(limit)}) |`,
    `| the same: scrolling 60 rows a second, 95 % of frames; frames without a row | ${ms(list.p95)} (plain table ${ms(table.p95)}); ${list.blank} of ${list.frames} |`,
  ];
}

if (!(await buildIfNeeded())) process.exit(1);
const home = await mkdtemp(join(tmpdir(), "counterfoil-engines-"));
const host = await HostProcess.start({ dataDir: join(home, "data"), args: ["--users=500", "--transactions=2000"] });
const bare = await serveBare(home, host.origin);
const loadBefore = loadavg()[0] ?? 0;
const lines: string[] = [];
try {
  const firefox = findFirefox();
  const webkit = findWebKit();
  const engines: [string, (() => Promise<DrivenBrowser>) | undefined][] = [
    ["Firefox", firefox ? () => launchFirefox(firefox) : undefined],
    ["WebKit", webkit ? () => launchWebKit(webkit) : undefined],
  ];
  for (const [engine, launch] of engines) {
    if (!launch) continue;
    const browser = await launch();
    try {
      lines.push(...(await measure(engine, browser, host.origin, bare.origin)));
    } finally {
      await browser.close();
    }
  }
} finally {
  await bare.close();
  await host.stop();
  await rm(home, { recursive: true, force: true });
}
const table = [
  machine("", loadBefore).replace(/, Chromium $/, ` before the run, ${runs} starts of each in turns.`),
  "",
  "| what | measured |",
  "|---|---|",
  ...lines,
];
if (values.dry) console.log(table.join("\n"));
else await putTable("engines", table);
