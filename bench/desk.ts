/**
 * Time to the desk's first answer, with a full cache: `npm run bench:desk`. Uses the built product and a signed-in page whose host
 * sends no list; 100,000 transactions and 10,000 users are written into its cache. A first, unmeasured query builds the index,
 * which all searches share. Also prints the main thread's longest task. `-- --dry`: doesn't write docs/performance.md.
 */
import { parseArgs } from "node:util";
import type { Page } from "@playwright/test";
import { coverWhole, fillCache } from "./page/fill-cache.ts";
import { withSignedIn } from "./signed-in.ts";
import { machine, putTable } from "./table.ts";

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "100000" },
    users: { type: "string", default: "10000" },
    runs: { type: "string", default: "7" },
    dry: { type: "boolean", default: false },
  },
});
const runs = Number(values.runs);

interface Measured {
  /** Until the first answer is painted, and until the complete one is, in ms. */
  readonly first: number;
  readonly whole: number;
  /** The main thread's longest task, in ms; 0: none above 50. */
  readonly longest: number;
}

/** An action, and patterns for the page's text at its first and complete answers. */
interface Question {
  /** Where to navigate; absent: press Ctrl A in the list. */
  readonly path?: string;
  readonly first: string;
  readonly whole: string;
}

/** Performs the action and checks each frame for the answers. */
const ask = (page: Page, question: Question): Promise<Measured> =>
  page.evaluate(async ({ path, first, whole }) => {
    const painted = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const says = (pattern: string): boolean => new RegExp(pattern).test(document.body.textContent ?? "");
    await painted();
    let longest = 0;
    const tasks = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
    });
    tasks.observe({ type: "longtask" });
    const start = performance.now();
    if (path === undefined)
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "a", ctrlKey: true, bubbles: true, cancelable: true }));
    else history.pushState(null, "", path);
    const until = async (pattern: string): Promise<void> => {
      while (!says(pattern)) {
        if (performance.now() - start > 30_000) throw new Error(`no “${pattern}” within 30 s: ${path ?? "Ctrl A"}`);
        await painted();
      }
    };
    await until(first);
    const firstMs = performance.now() - start;
    await until(whole);
    const wholeMs = performance.now() - start;
    await new Promise((resolve) => setTimeout(resolve, 150));
    tasks.disconnect();
    return { first: firstMs, whole: wholeMs, longest };
  }, question);

const middle = (all: readonly number[]): number => Math.round([...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN);
const most = (all: readonly number[]): number => Math.round(Math.max(...all));

/** One row of the table. */
const lineOf = (name: string, all: readonly Measured[]): string => {
  const [first, whole, longest] = (["first", "whole", "longest"] as const).map((key) => all.map((one) => one[key]));
  return `| ${name} | ${middle(first ?? [])} | ${most(first ?? [])} | ${middle(whole ?? [])} | ${most(longest ?? []) || "below 50"} |`;
};

await withSignedIn(async ({ page, origin, browserVersion }) => {
  await page.goto(origin);
  await page.getByRole("row").nth(5).waitFor();
  await page.goto(`${origin}/icon.svg`);
  const made = await fillCache(page, Number(values.rows), Number(values.users));
  await coverWhole(page, made);
  // The host's lists would replace these rows.
  await page.route(/\/(analytics|usermanagement|admin)\//, (route) => route.abort());

  const all = made.length.toLocaleString("en-US");
  await page.goto(origin);
  const box = page.getByRole("main").getByRole("row").nth(1).getByRole("checkbox");
  const selecting: Measured[] = [];
  for (let run = 0; run < runs; run += 1) {
    await box.focus();
    selecting.push(await ask(page, { first: "[\\d,]+ selected of", whole: `${all} selected of` }));
    await page.keyboard.press("Escape");
    await page.getByRole("region", { name: "Selection" }).waitFor({ state: "hidden" });
  }
  /** Users from the middle of the list, each queried once. */
  const userAt = (n: number): string => {
    const { userId, username } = made[n] ?? {};
    return `/user-management/summary?id=${userId}&username=${username}`;
  };
  const series = async (questionAt: (n: number) => Question, between: string): Promise<Measured[]> => {
    const measured: Measured[] = [];
    for (let run = 0; run <= runs; run += 1) {
      const one = await ask(page, questionAt((Math.floor(made.length / 2) + run * 31) % made.length));
      if (run > 0) measured.push(one);
      await page.evaluate((path) => history.pushState(null, "", path), between);
      await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    }
    return measured;
  };
  const lineThere = "Cached, as of";
  const searched = "Searched: in [\\d,]+ cached transactions";
  const timeline = await series((n) => ({ path: userAt(n), first: lineThere, whole: lineThere }), "/settings");
  const connected = await series((n) => ({ path: userAt(n), first: searched, whole: searched }), "/settings");
  const usual = "Too few to say|Half took at most";
  const explained = await series((n) => ({ path: `/transactions/${made[n]?.id}`, first: usual, whole: usual }), "/settings");
  const table = [
    `${machine(browserVersion)}: ${all} transactions and ${Number(values.users).toLocaleString("en-US")} users cached, ${runs} times each, in ms.`,
    "",
    "| what | first answer, half within | all within | whole answer, half within | longest task |",
    "|---|---:|---:|---:|---:|",
    lineOf("select all, and its sums", selecting),
    lineOf("timeline", timeline),
    lineOf("connected", connected),
    lineOf("explain a status", explained),
  ];
  console.log(table.join("\n"));
  if (!values.dry) await putTable("desk", table);
});
