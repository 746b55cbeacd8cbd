/**
 * Time to the desk's first answer, with a full cache: `npm run bench:desk`. Uses the built product and a signed-in page whose host
 * sends no list; 100,000 transactions and 10,000 users are written into its cache. A first, unmeasured query builds the index,
 * which all searches share. Also prints the main thread's longest task. `-- --dry`: doesn't write docs/performance.md.
 */
import { parseArgs } from "node:util";
import { ask, type Measured, type Question } from "./ask.ts";
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
