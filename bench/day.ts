/**
 * How long a statement takes to be read and compared, and a day to be closed, with a full cache: `npm run bench:day`. Uses the
 * built product and a signed-in page whose host sends no transactions; 100,000 are written into its cache as complete. Prints the
 * times until the result is painted and the main thread's longest task. `-- --dry`: doesn't write docs/performance.md.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "@playwright/test";
import type { Coverage } from "../src/db/store/coverage.ts";
import { fillCache, putRecords } from "./page/fill-cache.ts";
import { withSignedIn } from "./signed-in.ts";
import { machine, putTable } from "./table.ts";

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "100000" },
    lines: { type: "string", default: "50000" },
    dry: { type: "boolean", default: false },
  },
});

/** By then the page's start-up work is over, in ms. */
const settleMs = 5000;

/** Runs an action in the page; resolves to its duration and the longest task meanwhile, in ms. */
async function measured(page: Page, act: () => Promise<void>): Promise<{ took: number; longest: number }> {
  await page.evaluate(() => {
    const seen: number[] = [];
    const tasks = new PerformanceObserver((list) => seen.push(...list.getEntries().map((entry) => entry.duration)));
    tasks.observe({ type: "longtask" });
    Object.assign(globalThis, { longTasks: seen });
  });
  const start = performance.now();
  await act();
  const took = performance.now() - start;
  const longest = await page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    return Math.max(0, ...(Object.getOwnPropertyDescriptor(globalThis, "longTasks")?.value as number[]));
  });
  return { took: Math.round(took), longest: Math.round(longest) };
}

await withSignedIn(async ({ page, origin, browserVersion, home }) => {
  await page.route(/\/analytics\/(recent-transactions|filter)/, (route) =>
    route.fulfill({ status: 400, json: { success: false, message: "no transactions" } }),
  );
  await page.goto(`${origin}/audit?tab=reconcile`);
  await page.getByLabel("Statement (CSV)").waitFor();
  const made = await fillCache(page, Number(values.rows), 0);
  const [newest, oldest] = [made[0], made.at(-1)];
  if (!newest || !oldest) throw new Error("no rows");
  const now = Date.now();
  const coverage: Coverage = [
    {
      top: { at: newest.at, ids: [newest.id] },
      bottom: { at: oldest.at, ids: [oldest.id] },
      headAsOf: now,
      endAsOf: now,
      pieces: [{ from: newest.at, to: oldest.at, rows: made.length, asOf: now }],
    },
  ];
  await putRecords(page, "state", [{ name: "coverage", value: coverage }]);
  await page.reload();

  const lines = made.slice(0, Number(values.lines)).map((row) => `${row.createdAt},${row.amount},${row.currency},${row.reference}`);
  const file = join(home, "bank.csv");
  await writeFile(file, ["Date,Amount,Currency,Reference", ...lines].join("\n"));
  const choose = page.getByLabel("Statement (CSV)");
  await choose.waitFor();
  await page.waitForTimeout(settleMs);
  const read = await measured(page, async () => {
    await choose.setInputFiles(file);
    await page.getByRole("button", { name: "Compare" }).waitFor();
  });
  const compared = await measured(page, async () => {
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByRole("tab", { name: /^Matched · / }).waitFor({ timeout: 60_000 });
  });
  const said = await page.getByRole("tab", { name: /^Matched · / }).textContent();

  const day = new Date(newest.at - 3 * 86_400_000).toISOString().slice(0, 10);
  await page.goto(`${origin}/audit?tab=close&day=${day}`);
  const close = page.getByRole("button", { name: "Close the day" });
  await close.waitFor();
  await page.waitForTimeout(settleMs);
  const closed = await measured(page, async () => {
    await close.click();
    await page.getByRole("article", { name: /^Close of / }).waitFor({ timeout: 60_000 });
  });
  const task = (longest: number): string => (longest === 0 ? "none above 50 ms" : `${longest} ms`);
  const count = (text: string): string => Number(text).toLocaleString("en-US");
  const found = [
    `${machine(browserVersion)}: a statement of ${count(values.lines)} lines beside ${count(values.rows)} cached transactions: read in ${read.took} ms, compared in ${compared.took} ms; longest task on the page's thread: ${task(Math.max(read.longest, compared.longest))} (${said ?? ""}).`,
    `A day of the same ${count(values.rows)}: closed in ${closed.took} ms; longest task: ${task(closed.longest)}.`,
  ];
  console.log(found.join("\n"));
  if (!values.dry) await putTable("day", found);
});
