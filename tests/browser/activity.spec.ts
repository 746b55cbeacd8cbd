import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { readCsv } from "../../src/app/csv/csv.ts";
import { fakeSession } from "../support/fake-login.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { Gate } from "../support/gate.ts";
import { pageOf, playDashboard, wireRow, wireRows } from "../support/played-dashboard.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, keepSession, test, testWithShell } from "../support/browser/test.ts";
import { allTransactions } from "../support/browser/truth.ts";

async function linesOf(file: Download): Promise<string[][]> {
  return readCsv(await readFile(await file.path(), "utf8"));
}

/** Presses "Export CSV" and reads the file, whose name begins with `name`. */
async function exportFrom(page: Page, name = "transactions"): Promise<string[][]> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(new RegExp(`^${name}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
  return linesOf(file);
}

/** Rows of the long export; full size: EXPORT_ROWS=100000. */
const exportRows = Number(process.env["EXPORT_ROWS"] ?? 2000);

const firstCell = (page: Page) => page.getByRole("table", { name: "Transactions" }).getByRole("cell").first();
const idsIn = (lines: readonly string[][]) => lines.slice(1, -1).map((cells) => cells.at(-1));

testWithShell(
  "[DASH-7, DASH-12, DASH-13] the export holds every row that the host has, or that matches, and offline what is cached, and its last line says which; the chart counts what is cached of the current view",
  async ({ signedIn: page, context, host, session }) => {
    test.slow();

    await test.step("every row of the host", async () => {
      await page.goto("/dashboard");
      await expect(firstCell(page)).toBeVisible();
      const lines = await exportFrom(page);
      const truth = await allTransactions(host, session);
      expect(lines[0]?.slice(0, 5)).toEqual(["Date (UTC)", "Type", "Status", "Amount", "Currency"]);
      expect(new Set(idsIn(lines))).toEqual(new Set(truth.map(({ id }) => id)));
      expect(idsIn(lines)).toHaveLength(truth.length);
      expect(lines.at(-1)?.[0]).toContain(`END: ${truth.length.toLocaleString("en-US")} rows, everything that matched at the host`);
      await expect(page.getByRole("dialog").getByText("The file holds everything that matched")).toBeVisible();
      await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
      await expect(page.getByRole("button", { name: "Export CSV" })).toBeFocused();
    });

    await test.step("the chart counts what is cached of the current view, says its period, and its table has the same figures", async () => {
      await page.goto("/dashboard?currency=BTC");
      await expect(firstCell(page)).toBeVisible();
      await page.getByRole("button", { name: "Chart", exact: true }).click();
      const chart = page.getByRole("region", { name: "Activity over time" });
      await expect(chart.getByText(/\d+ cached rows · by /)).toBeVisible();
      await expect(chart.getByRole("img", { name: /^Transactions by status, .*2026/ })).toBeVisible();
      await expect(chart.getByRole("img", { name: /^Volume in BTC, / })).toBeVisible();
      await chart.getByText("The same figures as a table").click();
      const table = chart.getByRole("table");
      const place = (await table.getByRole("columnheader").allInnerTexts()).indexOf("All");
      const totals = await table
        .getByRole("row")
        .evaluateAll((rows, at) => rows.slice(1).map((row) => Number(row.querySelectorAll("[role=cell]")[at]?.textContent)), place);
      const said = await chart.getByText(/cached rows/).innerText();
      expect(totals.reduce((sum, total) => sum + total, 0)).toBe(Number(/^([\d,]+) cached/.exec(said)?.[1]?.replaceAll(",", "")));
      await expectAccessible(page);
      await page.reload();
      await expect(chart).toBeVisible();
      await expect(page.getByRole("group", { name: "Active filters" })).toContainText("BTC");
    });

    await test.step("under a filter only what matches; offline what is cached", async () => {
      await page.goto("/dashboard?currency=BTC&transactionStatus=FAILED");
      await expect(firstCell(page)).toBeVisible();
      const lines = await exportFrom(page, "transactions-filtered");
      const truth = await allTransactions(host, session, "currency=BTC&transactionStatus=FAILED");
      expect(new Set(idsIn(lines))).toEqual(new Set(truth.map(({ id }) => id)));
      await untilShellIsKept(page);
      await context.setOffline(true);
      await page.reload();
      await expect(firstCell(page)).toBeVisible();
      const cached = await exportFrom(page, "transactions-filtered");
      expect(new Set(idsIn(cached))).toEqual(new Set(truth.map(({ id }) => id)));
      expect(cached.at(-1)?.[0]).toMatch(/^END: \d+ rows?, only what this device had cached at/);
      await expect(page.getByRole("dialog").getByText("The host is out of reach")).toBeVisible();
    });
  },
);

test("[DASH-12, SYNC-7] a device that runs full in the middle of an export is said to be full; what is here can be exported", async ({
  page,
  host,
  played,
}) => {
  const answer = pageOf(wireRows(2000));
  const gate = new Gate();
  playDashboard(played).on("GET /analytics/recent-transactions", async (call) => {
    if (Number(call.query["page"]) * Number(call.query["limit"]) > 1200) await gate.opened;
    return answer(call);
  });
  await page.addInitScript(() => {
    const add = Reflect.get<IDBObjectStore, "add">(IDBObjectStore.prototype, "add");
    IDBObjectStore.prototype.add = function fillUp(...record) {
      if (this.name === "sheets" && Reflect.has(globalThis, "fullOnce")) {
        Reflect.deleteProperty(globalThis, "fullOnce");
        throw new DOMException("The device is full.", "QuotaExceededError");
      }
      return add.apply(this, record);
    };
  });
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/");
  await expect(firstCell(page)).toBeVisible();
  await page.getByRole("button", { name: "Export CSV" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/^1,[012]\d\d rows$/)).toBeVisible({ timeout: 30_000 });
  await page.evaluate(() => Reflect.set(globalThis, "fullOnce", true));
  gate.open();
  await expect(dialog.getByText("This device has no room for the whole list")).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export what is here" }).click();
  const lines = await linesOf(await download);
  expect(lines.length).toBeLessThan(1200);
  expect(lines.at(-1)?.[0]).toContain("only what this device had cached");
  await expect(dialog.getByText("There was no room on this device for the rest")).toBeVisible();
});

test(`[DASH-12] an export of ${exportRows} rows shows its progress, and the page's memory stays flat`, async ({ page, host, played }) => {
  test.setTimeout(180_000 + exportRows * 12);
  // Rows are made per requested page, so that the test's memory stays flat, too.
  const start = Date.now();
  playDashboard(played, []).on("GET /analytics/recent-transactions", ({ query }) => {
    const limit = Number(query["limit"]);
    const first = (Number(query["page"]) - 1) * limit;
    const rows = Array.from({ length: Math.max(0, Math.min(limit, exportRows - first)) }, (_, offset) =>
      wireRow(first + offset, { createdAt: new Date(start - (first + offset) * 60_000).toISOString() }),
    );
    return { json: { success: true, data: rows, pagination: { hasNextPage: first + limit < exportRows, total: exportRows } } };
  });
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/");
  await expect(firstCell(page)).toBeVisible();
  const devtools = await page.context().newCDPSession(page);
  const heap = async (): Promise<number> => {
    await devtools.send("HeapProfiler.collectGarbage");
    const { usedSize } = await devtools.send("Runtime.getHeapUsage");
    return usedSize;
  };
  const download = page.waitForEvent("download", { timeout: 0 });
  await page.getByRole("button", { name: "Export CSV" }).click();
  const bar = page.getByRole("dialog").getByRole("progressbar");
  const share = async (): Promise<number> => {
    const [now, max] = [await bar.getAttribute("aria-valuenow"), await bar.getAttribute("aria-valuemax")];
    return Number(now) / Number(max);
  };
  await expect.poll(share, { timeout: exportRows * 12 }).toBeGreaterThan(0.1);
  const early = await heap();
  const lines = await linesOf(await download);
  const late = await heap();
  test.info().annotations.push({ type: "figures", description: `heap ${early} bytes at a tenth, ${late} at the end` });
  expect(lines).toHaveLength(exportRows + 2);
  expect(late - early, "bytes of heap that the rest of the rows left behind").toBeLessThan(8_000_000);
});
