/**
 * Time from the look-up's button to the painted result, with a full cache: `npm run bench:look-up`.
 * Uses the built product and a signed-in page cut off from the host; 100,000 transactions and 10,000 users are written into its
 * cache, and 5,000 ids, references, emails and phone numbers are pasted as from a sheet. Prints the ratio to a look-up of 50 in the
 * same run, and the main thread's longest task. `-- --dry`: doesn't write docs/performance.md.
 */
import { parseArgs } from "node:util";
import { fillCache } from "./page/fill-cache.ts";
import { lookUp, pasteOf } from "./paste.ts";
import { withSignedIn } from "./signed-in.ts";
import { machine, putTable } from "./table.ts";

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "100000" },
    users: { type: "string", default: "10000" },
    items: { type: "string", default: "5000" },
    runs: { type: "string", default: "7" },
    dry: { type: "boolean", default: false },
  },
});
const items = Number(values.items);
const runs = Number(values.runs);

await withSignedIn(async ({ page, origin, browserVersion }) => {
  await page.goto(origin);
  await page.getByRole("row").nth(5).waitFor();
  const made = await fillCache(page, Number(values.rows), Number(values.users));

  const pasted = pasteOf(made, Number(values.users));

  await page.goto(`${origin}/look-up`);
  await page.getByRole("textbox").waitFor();
  await page.context().setOffline(true);
  const series = async (count: number) => {
    const results = [];
    for (let turn = 0; turn < runs; turn += 1) results.push(await lookUp(page, pasted(count, turn)));
    const took = results.map((one) => one.took).sort((a, b) => a - b);
    return {
      first: Math.round(results[0]?.took ?? Number.NaN),
      half: Math.round(took[Math.floor(runs / 2)] ?? Number.NaN),
      all: Math.round(took.at(-1) ?? Number.NaN),
      longest: Math.round(Math.max(...results.map((one) => one.longest))),
      shown: results[0]?.all,
    };
  };
  const few = await series(50);
  const many = await series(items);
  const found = `${machine(browserVersion)}: ${made.length.toLocaleString("en-US")} transactions and ${Number(values.users).toLocaleString("en-US")} users cached, ${items.toLocaleString("en-US")} looked up: half within ${many.half} ms, all of ${runs} within ${many.all} ms, ${(many.half / few.half).toFixed(1)} × as long as 50 (${few.half} ms); longest task on the page's thread ${many.longest || "below 50"} ms.`;
  console.log(few, many);
  console.log(found);
  if (!values.dry) await putTable("look-up", [found]);
});
