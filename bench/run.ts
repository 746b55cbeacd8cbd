/**
 * Every figure of docs/performance.md, each against a limit measured in the same run: `npm run bench`.
 * `-- --quick`: fewer runs, for a busy machine; `-- --million`: a million cached rows, too, which takes minutes to fill;
 * `-- --dry`: prints the table and leaves the page as it is.
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { buildIfNeeded } from "../scripts/build.mjs";
import { runNode } from "../scripts/run.mjs";
import type { CacheFigures } from "./page/measure.ts";
import { measureScrolling } from "./scrolling.ts";
import { pageScript, setStage } from "./stage.ts";
import { againstBare, againstBareAfresh, threadAgainstBare, type Against } from "./start-up.ts";
import { machine, putTable } from "./table.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    million: { type: "boolean", default: false },
    dry: { type: "boolean", default: false },
  },
});
const runs = values.quick ? 5 : 25;
const sizes = [1000, 10_000, 100_000, ...(values.million ? [1_000_000] : [])];
const lines: string[] = [];
const add = (what: string, goal: string, measured: string): void => {
  lines.push(`| ${what} | ${goal} | ${measured} |`);
  console.log(`${what}: ${measured} (goal ${goal})`);
};
const count = (rows: number): string => rows.toLocaleString("en-US");
const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
const against = ({ ms: own, limitMs }: Against): string => `${(own / limitMs).toFixed(2)} × (${ms(own)}, limit ${ms(limitMs)})`;

if (!(await buildIfNeeded())) process.exit(1);
const loadBefore = loadavg()[0] ?? 0;
const stage = await setStage(1000);
try {
  const config = await (await fetch(`${stage.app}/config.json`)).text();
  /** Leaves the browser offline: the host would change the list. */
  const fill = async (rows: number): Promise<void> => {
    await stage.besideApp((page) => page.evaluate(`fillCache(${JSON.stringify(config)}, ${rows})`));
    await stage.context.setOffline(true);
    await stage.visit();
  };
  /** The start of one of the app's addresses in three rows. */
  const addStart = async (what: string, goal: string, app = stage.app): Promise<Against> => {
    const first = await againstBare(stage, runs, 1, app);
    add(what, goal, against(first));
    add("the same, 4 × throttled", goal, against(await againstBare(stage, runs, 4, app)));
    add("the same, not throttled: what it takes of the page's thread", "–", against(await threadAgainstBare(stage, runs, app)));
    return first;
  };
  const offline: number[] = [];
  for (const rows of sizes) {
    await fill(rows);
    const first = await addStart(`offline, ${count(rows)} rows cached`, "1.3 ×");
    offline.push(first.ms / first.limitMs);
    await stage.context.setOffline(false);
  }
  add("how much the ratio differs between these sizes", "20 %", `${Math.round((Math.max(...offline) / Math.min(...offline) - 1) * 100)} %`);

  await fill(100_000);
  // With a search in its address a start shows no first sight.
  await addStart("offline, 100,000 rows cached, without the first sight", "–", `${stage.app}/?plain`);
  await addStart("the app's first screen as a page of its own, without script or cache", "–", await stage.keepStill());
  for (const slowness of [1, 4]) {
    const slow = slowness > 1 ? `, ${slowness} × throttled` : "";
    const one = await measureScrolling(stage, slowness, values.quick ? 3000 : 8000);
    add(`scrolling 100,000 rows, 1,000 a second${slow}: 95 % of frames`, slowness > 1 ? "34 ms" : "17 ms", ms(one.p95));
    add(
      `the same: frames without a row, long tasks, share of the way`,
      "0, –, 95 %",
      `${one.blank}, ${one.longTasks}, ${Math.round(one.distance * 100)} %`,
    );
    add("the same: what a frame takes of the page's thread", "–", ms(one.frameMs));
    add(`dragging the scrollbar to the middle${slow}`, "100 ms", ms(one.toMiddleMs));
    if (slowness === 1)
      add("heap after the start, after scrolling", "6, 10 MB", `${one.heapMB.toFixed(1)}, ${one.heapAfterMB.toFixed(1)} MB`);
  }
  await stage.context.setOffline(false);
  // The host's first answer changes the cached list.
  stage.late.ms = 1500;
  add("online, the host answering after 1.5 s", "1.3 ×", against(await againstBare(stage, runs)));
  stage.late.ms = 0;

  // A browser that was started anew draws each page in a process of its own, so this comes last.
  await fill(100_000);
  const afresh = await againstBareAfresh(stage, runs);
  add("offline, 100,000 rows cached, each start the first of a browser", "1.3 ×", against(afresh));
  add("the same, later starts", "1.3 ×", against(await againstBare(stage, runs)));
  add("the same, later starts, 4 × throttled", "1.3 ×", against(await againstBare(stage, runs, 4)));
  await stage.context.setOffline(false);

  const measure = await pageScript("measure.ts");
  const cache = await stage.besideApp(async (page) => {
    await page.evaluate(measure);
    return page.evaluate<CacheFigures>(`measureCache(${values.quick ? 1 : 3})`);
  });
  add("10,000 rows into the cache, against plain puts with the same index", "0.7", cache.fillRatio.toFixed(2));
  add("search over 100,000 cached rows: half, 95 %", "30, 100 ms", `${ms(cache.searchMs.p50)}, ${ms(cache.searchMs.p95)}`);
  add("filter over 100,000 cached rows: half, 95 %", "30, 100 ms", `${ms(cache.filterMs.p50)}, ${ms(cache.filterMs.p95)}`);
} finally {
  await stage.end();
}

const size = await runNode(["scripts/first-visit-size.mjs"]);
for (const [, page, kB] of size.output.matchAll(/^(\S.*): ([\d.]+) kB of/gm))
  add(`first visit of ${page}, gzip JS and CSS`, page === "/login" ? "110 kB" : "165 kB", `${kB} kB`);

if (!values.dry)
  await putTable("bench", [
    `${machine(stage.browserVersion, loadBefore)} before the run, ${runs} runs of each${values.quick ? " (`--quick`)" : ""}. From the navigation to the paint of the first row where nothing else is said.`,
    "",
    "| what | goal | measured |",
    "|---|---|---|",
    ...lines,
  ]);
