/**
 * Time from a letter to the palette's painted results, with a full cache: `npm run bench:palette`.
 * Uses the built product and a signed-in page, with 100,000 transactions and 10,000 users written into its cache.
 * `-- --dry`: only prints, doesn't write docs/performance.md.
 */
import { parseArgs } from "node:util";
import { fillCache } from "./page/fill-cache.ts";
import { withSignedIn } from "./signed-in.ts";
import { machine, putTable } from "./table.ts";

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "100000" },
    users: { type: "string", default: "10000" },
    runs: { type: "string", default: "100" },
    dry: { type: "boolean", default: false },
  },
});
const rows = Number(values.rows);
const users = Number(values.users);
const runs = Number(values.runs);

const texts =
  "a,ad,ada,user4,user4321@example.com,musa,CF-9,+2348000,fund user77,type:SWAP status:pending,amount>1000 currency:BTC,65f0,zzz,gift,kemi,withdrawal,user:ada amount<5,from:2026-01-01 type:DEPOSIT".split(
    ",",
  );

await withSignedIn(async ({ page, origin, browserVersion }) => {
  await page.goto(origin);
  await page.getByRole("row").nth(5).waitFor();

  await fillCache(page, rows, users);

  await page.reload();
  await page.getByRole("row").nth(5).waitFor();
  const opened = Date.now();
  await page.getByRole("button", { name: /^Find anything/ }).click();
  const field = page.getByRole("combobox");
  await field.fill("first");
  const foot = page.getByRole("dialog").getByRole("status");
  await foot.filter({ hasText: "Not searched" }).waitFor();
  console.log(`${await foot.innerText()} First answer, with the building of the index: ${Date.now() - opened} ms`);

  const times = await field.evaluate(
    async (input, [all, count]) => {
      const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
      const isSearching = (): boolean =>
        input.closest("[role=dialog]")?.querySelector("[role=status]")?.textContent === "Searching this device";
      const painted = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const took: number[] = [];
      for (let turn = 0; turn < count; turn += 1) {
        const start = performance.now();
        value?.set?.call(input, `${all[turn % all.length] ?? ""}${turn >= all.length ? String(turn % 7) : ""}`);
        input.dispatchEvent(new InputEvent("input", { bubbles: true }));
        await painted();
        while (isSearching()) await painted();
        took.push(performance.now() - start);
      }
      return took;
    },
    [texts, runs] as const,
  );
  times.sort((a, b) => a - b);
  const at = (share: number): string => `${Math.round(times[Math.floor((times.length - 1) * share)] ?? Number.NaN)} ms`;
  const found = `${machine(browserVersion)}: ${rows.toLocaleString("en-US")} transactions and ${users.toLocaleString("en-US")} users cached, ${runs} texts: half within ${at(0.5)}, 95 % within ${at(0.95)}, all within ${at(1)}.`;
  console.log(found);
  if (!values.dry) await putTable("palette", [found]);
});
