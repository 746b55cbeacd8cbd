/**
 * The device with a million cached transactions, beside 10,000 in the same run: `npm run bench:device`. Start, scrolling, search,
 * filter, export, look-up and eviction, and what the search's worker takes. Filling takes minutes; `-- --rows 100000` for less.
 * `-- --dry`: doesn't write docs/performance.md.
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import type { Page } from "@playwright/test";
import { buildIfNeeded } from "../scripts/build.mjs";
import { ask, type Measured } from "./ask.ts";
import type { CacheFigures, EvictionFigures } from "./page/measure.ts";
import { makeRow } from "./page/rows.ts";
import { lookUp, pasteOf } from "./paste.ts";
import { measureScrolling } from "./scrolling.ts";
import { pageScript, setStage, type Stage } from "./stage.ts";
import { againstBare } from "./start-up.ts";
import { machine, putTable } from "./table.ts";
import { heapOfWorker } from "./worker-heap.ts";

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "1000000" },
    runs: { type: "string", default: "9" },
    dry: { type: "boolean", default: false },
  },
});
const runs = Number(values.runs);
const sizes = [10_000, Number(values.rows)];
/** Texts looked up at once, as in `npm run bench:look-up`. */
const items = 5000;

interface Figure {
  readonly what: string;
  readonly goal: string;
  readonly unit: "ms" | "MB" | "×" | "";
  readonly value: number;
}

const half = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
const most = (all: readonly Measured[]): number => Math.max(...all.map(({ longest }) => longest));
const halfOf = (all: readonly Measured[]): number => half(all.map(({ whole }) => whole));

/** Opens an address of the app once it stands. */
async function inApp<T>(stage: Stage, path: string, run: (page: Page) => Promise<T>): Promise<T> {
  const page = await stage.context.newPage();
  try {
    await page.goto(stage.app + path);
    await page.locator("main :is(textarea, [aria-rowindex='5'])").first().waitFor();
    return await run(page);
  } finally {
    await page.close();
  }
}

/** Filters the list out of the host's reach, until its rows are painted; the first question waits for the index. */
async function filterList(page: Page): Promise<Figure[]> {
  const cached = "Cached matches; the host is out of reach";
  const filter = async (path: string): Promise<Measured> => {
    const measured = await ask(page, { path, first: cached, whole: `${cached}[^]*CF-` });
    await page.evaluate(() => history.pushState(null, "", "/"));
    await page.getByText(cached).waitFor({ state: "hidden" });
    return measured;
  };
  const first = await filter("/?currency=BTC");
  const [filters, words]: [Measured[], Measured[]] = [[], []];
  for (let run = 0; run < runs; run += 1) {
    filters.push(await filter(`/?transactionType=${["SWAP", "DEPOSIT", "WITHDRAWAL"][run % 3]}&minAmount=${run}`));
    words.push(await filter(`/?searchTerm=${["ada.1", "kemi.3", "musa.12"][run % 3]}`));
  }
  return [
    { what: "the first filter in the list, which waits for the index", goal: "–", unit: "ms", value: first.whole },
    { what: "a filter of a type in the list, half within", goal: "100", unit: "ms", value: halfOf(filters) },
    { what: "the same: longest task", goal: "50", unit: "ms", value: most(filters) },
    { what: "a search in the list, half within", goal: "100", unit: "ms", value: halfOf(words) },
    { what: "the same: longest task", goal: "50", unit: "ms", value: most(words) },
    { what: "heap of the search's worker", goal: "–", unit: "MB", value: await heapOfWorker(page, "search") },
  ];
}

async function exportList(page: Page): Promise<Figure[]> {
  const done = "rows exported";
  const { whole, longest } = await ask(page, { button: "Export CSV", first: done, whole: done });
  return [
    { what: "export of all rows, once", goal: "–", unit: "ms", value: whole },
    { what: "the same: longest task", goal: "50", unit: "ms", value: longest },
  ];
}

async function lookUpMany(page: Page, rows: number): Promise<Figure[]> {
  const made = Array.from({ length: Math.min(rows, 100_000) }, (_, n) => makeRow(n, rows));
  const pasted = pasteOf(made, 10_000);
  await lookUp(page, pasted(50, 0));
  const all = [];
  for (let run = 0; run < runs; run += 1) all.push(await lookUp(page, pasted(items, run)));
  return [
    { what: "look-up of 5,000, half within", goal: "200", unit: "ms", value: half(all.map(({ took }) => took)) },
    { what: "the same: longest task", goal: "50", unit: "ms", value: Math.max(...all.map(({ longest }) => longest)) },
  ];
}

/** The figures with so many rows cached, in the table's order. */
async function measure(stage: Stage, config: string, rows: number): Promise<Figure[]> {
  await stage.besideApp((page) => page.evaluate(`fillCache(${JSON.stringify(config)}, ${rows})`));
  await stage.context.setOffline(true);
  await stage.visit();
  const start = await againstBare(stage, runs);
  const scrolled = await measureScrolling(stage, 1, 4000);
  const inList = await inApp(stage, "/", filterList);
  const exported = await inApp(stage, "/", exportList);
  const found = await inApp(stage, "/look-up", (page) => lookUpMany(page, rows));
  await stage.context.setOffline(false);
  const script = await pageScript("measure.ts");
  const [search, eviction] = await stage.besideApp(async (page) => {
    await page.evaluate(script);
    return [
      await page.evaluate<Pick<CacheFigures, "searchMs" | "filterMs">>(`measureSearch(${JSON.stringify(config)})`),
      await page.evaluate<EvictionFigures>(`measureEviction(${JSON.stringify(config)}, ${rows})`),
    ] as const;
  });
  return [
    { what: "offline start, against the bare page", goal: "1.3", unit: "×", value: start.ms / start.limitMs },
    { what: "scrolling 1,000 rows a second: 95 % of frames", goal: "17", unit: "ms", value: scrolled.p95 },
    { what: "the same: frames without a row", goal: "0", unit: "", value: scrolled.blank },
    { what: "dragging the scrollbar to the middle", goal: "100", unit: "ms", value: scrolled.toMiddleMs },
    { what: "heap of the page after scrolling", goal: "10", unit: "MB", value: scrolled.heapAfterMB },
    { what: "building the search's index, on an idle page", goal: "–", unit: "ms", value: search.searchMs.build },
    { what: "the index asked for words, 95 %", goal: "100", unit: "ms", value: search.searchMs.p95 },
    { what: "the index asked for a filter, 95 %", goal: "100", unit: "ms", value: search.filterMs.p95 },
    ...inList,
    ...exported,
    ...found,
    { what: "eviction of a tenth, for 10,000 rows of it", goal: "–", unit: "ms", value: (eviction.ms / eviction.rows) * 10_000 },
  ];
}

const said = ({ unit, value }: Figure): string => {
  if (unit === "ms" && value === 0) return "below 50 ms";
  return `${value < 10 ? Number(value.toFixed(unit === "×" ? 2 : 1)) : Math.round(value)}${unit && ` ${unit}`}`;
};

if (!(await buildIfNeeded())) process.exit(1);
const loadBefore = loadavg()[0] ?? 0;
const stage = await setStage(1000);
try {
  const config = await (await fetch(`${stage.app}/config.json`)).text();
  const columns: Figure[][] = [];
  for (const rows of sizes) {
    columns.push(await measure(stage, config, rows));
    console.log(
      rows,
      columns
        .at(-1)
        ?.map((figure) => `${figure.what}: ${said(figure)}`)
        .join("\n"),
    );
  }
  const [few = [], many = []] = columns;
  const table = [
    `${machine(stage.browserVersion, loadBefore)} before the run, ${runs} runs of each.`,
    "",
    `| what | goal | ${sizes.map((rows) => rows.toLocaleString("en-US")).join(" | ")} | times as much |`,
    "|---|---:|---:|---:|---:|",
    ...few.map((figure, at) => {
      const other = many[at] ?? figure;
      const times = figure.value > 0 ? (other.value / figure.value).toFixed(1) : "–";
      return `| ${figure.what} | ${figure.goal}${figure.goal === "–" || !figure.unit ? "" : ` ${figure.unit}`} | ${said(figure)} | ${said(other)} | ${times} |`;
    }),
  ];
  console.log(table.join("\n"));
  if (!values.dry) await putTable("device", table);
} finally {
  await stage.end();
}
