import { readFile, writeFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";
import { chooseFromMenu } from "../support/browser/menus.ts";
import { fakeSession } from "../support/fake-login.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { expectColumnsInSight, laptop } from "../support/browser/columns.ts";
import { giftRate, giftRow, playFigures } from "../support/browser/played-figures.ts";
import { startLossyProxy } from "../support/browser/lossy-proxy.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";
import { signInAt } from "../support/browser/truth.ts";

const path = "/fees-rates/gift-card-rates";
const list = "Gift card rates";
const fileOf = (rates: unknown, name = "rates.json") => ({
  name,
  mimeType: name.endsWith("csv") ? "text/csv" : "application/json",
  buffer: Buffer.from(typeof rates === "string" ? rates : JSON.stringify(rates)),
});

test("[GIFT-1, GIFT-2, GIFT-9] the table is whole in the cache: filter, search, sort, paging and export work offline", async ({
  page,
  host,
  played,
  context,
}) => {
  const figures = playFigures(played);
  figures.giftCards = Array.from({ length: 230 }, (_, n) => giftRate(n, n % 2 ? {} : { cardType: "GOOGLE_PLAY", country: "CANADA" }));
  await keepSession(page, host.origin, fakeSession());
  await page.goto(path);
  const table = page.getByRole("table", { name: list });
  await expect(table.getByRole("row")).toHaveCount(26);
  await expect(page.getByText("230 rates")).toBeVisible();
  for (const column of [
    "Card type",
    "Country",
    "Base rate",
    "Physical",
    "E-code",
    "Min amount",
    "Max amount",
    "Last updated",
    "Updated by",
    "Status",
  ])
    await expect(table.getByRole("columnheader", { name: column, exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Export CSV" }).click();
  await expect(page.getByText("Export started")).toBeVisible();
  await context.setOffline(true);
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await expect(page.getByText("230 rates")).toBeVisible();
  await expect(page.getByRole("main").getByText(/as of \d\d:\d\d/)).toBeVisible();
  await page.getByLabel("Card type").selectOption("APPLE");
  await expect(page.getByText("115 of 230 rates")).toBeVisible();
  await page.getByLabel("Card type").selectOption("");
  await page.getByLabel("Search rates").fill("google play");
  await expect(page.getByText("115 of 230 rates")).toBeVisible();
  await expect(page).toHaveURL(/q=google/);
  await table.getByRole("button", { name: "Base rate" }).click();
  await table.getByRole("button", { name: "Base rate" }).click();
  await expect(table.getByRole("row").nth(1).getByRole("cell").nth(2)).toHaveText("1,228.00");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/page=2/);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^gift-card-rates-filtered-\d{4}-\d\d-\d\d\.csv$/);
  const csv = await readFile(await file.path(), "utf8");
  expect(csv.split("\r\n")[0]).toBe("\uFEFFid,cardType,country,rate,rateDisplay,isActive,createdAt");
  expect(csv.split("\r\n")).toHaveLength(116);
  await expect(page.getByRole("button", { name: "Add rate" })).toHaveAttribute("aria-disabled", "true");
  await context.setOffline(false);
});

test("[GIFT-1, GIFT-4, GIFT-7, LAY-1] the table, its dialogs and a rehearsal are accessible and can be read whole at every width; a rate is created with every field; a file that was put right can be chosen again", async ({
  page,
  host,
  played,
}, testInfo) => {
  // Several axe runs, each of which takes a while.
  test.slow();
  const figures = playFigures(played);
  const dialog = page.getByRole("dialog");
  await keepSession(page, host.origin, fakeSession());

  await test.step("on a laptop all columns stand side by side beside the open menu", async () => {
    await page.setViewportSize(laptop);
    figures.giftCards = [giftRate(0, { cardType: "AMERICAN_EXPRESS", country: "SWITZERLAND", vanillaType: "" }), giftRate(1)];
    await page.goto(path);
    await expect(page.getByRole("cell", { name: "AMERICAN_EXPRESS", exact: true })).toBeVisible();
    await expectColumnsInSight(page, 11);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("a rate is created with every field, and its display is the base rate's own text", async () => {
    played.on("POST /admingiftcard/rates", { json: { success: true } });
    await page.getByRole("button", { name: "Add rate" }).click();
    await dialog.getByRole("button", { name: "Create rate" }).click();
    await expect(dialog.getByText("Card type is required")).toBeVisible();
    await expect(dialog.getByText("Max amount is required")).toBeVisible();
    await expect(dialog.getByLabel("Source currency")).toHaveValue("USD");
    await expect(dialog.getByLabel("Target currency")).toHaveValue("NGN");
    await expect(dialog.getByLabel("Active")).toBeChecked();
    await dialog.getByLabel("Card type").selectOption("NIKE");
    await dialog.getByLabel("Country").selectOption("SWITZERLAND");
    await dialog.getByLabel("Rate", { exact: true }).fill("1200.50");
    // Dropping the comma would make it ten times as much.
    await dialog.getByLabel("Physical rate").pressSequentially("121,0");
    await dialog.getByRole("button", { name: "Create rate" }).click();
    await expect(dialog.getByLabel("Physical rate")).toBeFocused();
    await expect(dialog.getByText("“,” can't stand here. Write digits, with a point before decimals: 1000.50")).toBeVisible();
    await expect(dialog.getByText("E-code rate is required")).toBeVisible();
    await dialog.getByLabel("Physical rate").fill("");
    await dialog.getByLabel("Physical rate").fill("1210");
    await dialog.getByLabel("E-code rate").fill("1190");
    await dialog.getByLabel("Min amount").fill("600");
    await dialog.getByLabel("Max amount").fill("500");
    await dialog.getByLabel("Notes").fill("Receipt");
    await dialog.getByRole("button", { name: "Create rate" }).click();
    await expect(dialog.getByText("Min amount is above the max amount")).toBeVisible();
    await dialog.getByLabel("Min amount").fill("25");
    await dialog.getByRole("button", { name: "Create rate" }).click();
    await expect(page.getByText("Gift card rate created successfully")).toBeVisible();
    expect(played.callsOf("POST /admingiftcard/rates").map(({ body }) => body)).toEqual([
      {
        cardType: "NIKE",
        country: "SWITZERLAND",
        rate: 1200.5,
        rateDisplay: "1200.5",
        physicalRate: 1210,
        ecodeRate: 1190,
        minAmount: 25,
        maxAmount: 500,
        vanillaType: "",
        notes: "Receipt",
        isActive: true,
      },
    ]);
  });

  await test.step("a file that was put right can be chosen again; CSV is taken too, and a template can be downloaded that the upload itself takes", async () => {
    figures.giftCards = [];
    await page.goto(path);
    await page.getByRole("button", { name: "Bulk upload" }).click();
    const file = testInfo.outputPath("rates.json");
    const choose = async (content: string) => {
      await writeFile(file, content);
      const choosing = page.waitForEvent("filechooser");
      await dialog.getByLabel("File").click();
      await (await choosing).setFiles(file);
    };
    await choose("{oops");
    await expect(dialog.getByText(/Failed to parse file as JSON/)).toBeVisible();
    await choose("[]");
    await expect(dialog.getByText("The file has no row.")).toBeVisible();
    await expect(dialog.getByLabel("File")).toHaveAccessibleDescription("The file has no row. rates.json");
    for (const kind of ["CSV", "JSON"]) {
      const saved = page.waitForEvent("download");
      await dialog.getByRole("button", { name: `Template as ${kind}` }).click();
      const template = await saved;
      await dialog.getByLabel("File").setInputFiles(fileOf(await readFile(await template.path(), "utf8"), template.suggestedFilename()));
      await expect(dialog.getByRole("button", { name: "1 new" })).toBeVisible();
      await expect(dialog.getByRole("button", { name: "0 wrong" })).toBeVisible();
    }
  });

  for (const width of [320, 768])
    await test.step(`at ${width} px every field that is wrong or changed, and why, can be read whole`, async () => {
      await page.setViewportSize({ width, height: 800 });
      figures.giftCards = [giftRate(1, { vanillaType: "" })];
      await page.goto(path);
      await page.getByRole("button", { name: "Bulk upload" }).click();
      const changed = {
        ...giftRate(1, { vanillaType: "" }),
        rate: 1002,
        physicalRate: 1,
        ecodeRate: 2,
        minAmount: 3,
        maxAmount: 900,
        notes: "slow",
      };
      await dialog
        .getByLabel("File")
        .setInputFiles(fileOf([giftRow({ country: "MOON", rate: "", physicalRate: -1, notes: "x".repeat(1001) }), changed, giftRow()]));
      const table = dialog.getByRole("table", { name: "Rehearsal" });
      const reasons = table.getByText(
        "Country is not one of those that exist · Rate is required · Physical rate must be a number of 0 or more, with 8 decimals at most · Notes is too long",
      );
      await reasons.scrollIntoViewIfNeeded();
      const overhang = (cell: Locator) =>
        cell.evaluate((one) => [one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth, one.clientHeight > 20 ? 0 : 1]);
      expect(await overhang(reasons)).toEqual([0, 0, 0]);
      expect(await overhang(table.getByText(/Notes — → slow$/))).toEqual([0, 0, 0]);
      // Each row starts below the end of the previous one.
      const boxes = await Promise.all([1, 2, 3].map(async (at) => table.getByRole("row").nth(at).boundingBox()));
      const [first, second, third] = boxes.map((box) => box ?? { y: 0, height: 0 });
      expect(second?.y).toBeGreaterThanOrEqual((first?.y ?? 0) + (first?.height ?? 0) - 1);
      expect(third?.y).toBeGreaterThanOrEqual((second?.y ?? 0) + (second?.height ?? 0) - 1);
      for (const name of ["Tick all that are new or changed", "Tick none"]) {
        const button = await dialog.getByRole("button", { name }).boundingBox();
        expect((button?.x ?? -1) >= 0 && (button?.x ?? width) + (button?.width ?? 0) <= width, name).toBe(true);
      }
      await dialog.getByRole("button", { name: "1 changed" }).click();
      await expect(table.getByRole("row")).toHaveCount(2);
      await expectAccessible(page);
    });

  await test.step("the dialogs of the table are accessible in both themes", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    figures.giftCards = [giftRate(1), giftRate(2, { cardType: "STEAM", country: "CANADA" })];
    await page.goto(path);
    await expect(page.getByText("2 rates")).toBeVisible();
    await page.getByRole("button", { name: "Add rate" }).click();
    await expect(page.getByLabel("Physical rate")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    for (const entry of ["Edit", "History", "Delete"]) {
      await page.getByRole("button", { name: /Actions for STEAM/ }).click();
      await chooseFromMenu(page, entry);
      await expect(page.getByRole(entry === "Delete" ? "alertdialog" : "dialog")).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
    }
    await page.getByRole("button", { name: "Bulk upload" }).click();
    await page.getByLabel("File").setInputFiles(fileOf([giftRow(), giftRow({ country: "MOON" })]));
    await expect(page.getByRole("table", { name: "Rehearsal" })).toBeVisible();
    await expectAccessible(page);
    played.on("POST /admingiftcard/rates/bulk", { status: 500, json: { success: false, message: "It broke half way" } });
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await expect(page.getByRole("dialog").getByText("Outcome unknown").first()).toBeVisible();
    await expectAccessible(page);
  });
});

test("[GIFT-7] 5,000 rows with 200 wrong ones are rehearsed with some dozens of them in the page; an upload that breaks off half way is unknown, nothing of it counts as stored, and once settled it goes out again, whole", async ({
  page,
  ownHost,
  allowedOrigins,
}) => {
  test.slow();
  let cuts = 1;
  const proxy = await startLossyProxy(ownHost, {
    keepAlive: false,
    // A host that can't tell an attempt's outcome.
    config: { idempotencyHeader: "Idempotency-Key" },
    lose: () => undefined,
    cutUpload: (method, at) => method === "POST" && at === "/admingiftcard/rates/bulk" && (cuts -= 1) >= 0,
  });
  allowedOrigins.push(proxy.origin);
  const session = await signInAt(ownHost);
  const stored = async (): Promise<number> => {
    const asked = await fetch(`${ownHost.origin}/admingiftcard/rates?search=NIKE&limit=1`, {
      // The host may be busy for longer than its keep-alive timeout.
      headers: { authorization: `Bearer ${session.token}`, connection: "close" },
    });
    return ((await asked.json()) as { data: { pagination: { total: number } } }).data.pagination.total;
  };
  const before = await stored();
  await keepSession(page, proxy.origin, session);
  await page.goto(`${proxy.origin}${path}`);
  await expect(page.getByText(/\d+ rates/)).toBeVisible();
  await page.getByRole("button", { name: "Bulk upload" }).click();
  const dialog = page.getByRole("dialog");
  const rates = Array.from({ length: 5000 }, (_, n) => giftRow({ vanillaType: `cut ${n}`, ...(n % 25 === 7 ? { country: "MOON" } : {}) }));
  await dialog.getByLabel("File").setInputFiles(fileOf(rates));
  await expect(dialog.getByRole("button", { name: "200 wrong" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "4800 new" })).toBeVisible();
  expect(await dialog.getByRole("table").getByRole("row").count()).toBeLessThan(60);
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(dialog.getByText("Outcome unknown").first()).toBeVisible();
  await expect(dialog.getByText("0 stored, 4800 not known")).toBeVisible();
  expect(await stored()).toBe(before);
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(dialog.getByText(/an earlier try with an unknown outcome stands in the way/).first()).toBeVisible();
  expect(await stored()).toBe(before);
  await dialog.getByRole("button", { name: "It did not happen" }).click();
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page.getByText(/Bulk rates uploaded successfully/)).toBeVisible({ timeout: 30_000 });
  await expect.poll(stored).toBe(before + 4800);
  await page.getByLabel("Search rates").fill("nike");
  await expect(page.getByText(/^48\d\d of /)).toBeVisible();
  await proxy.stop();
});
