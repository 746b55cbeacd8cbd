import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { readCsv } from "../../src/app/csv/csv.ts";
import { root } from "../../scripts/run.mjs";
import { expectAccessible } from "../support/browser/axe.ts";
import type { BusyHost } from "../support/browser/busy-host.ts";
import { firstAdmin } from "../support/browser/host-process.ts";
import { keptBy } from "../support/browser/kept.ts";
import { chooseFromMenu, chooseFromUserMenu } from "../support/browser/menus.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, keepSession, test, testWithShell } from "../support/browser/test.ts";
import { signInAt } from "../support/browser/truth.ts";
import { fillLog, tamper } from "../support/fill-log.ts";

/** Signs the first admin in, and causes some events through the API. */
async function eventful(page: Page, host: BusyHost): Promise<void> {
  const session = await signInAt(host);
  const call = (method: string, path: string, body: object) =>
    fetch(`${host.origin}${path}`, {
      method,
      headers: { authorization: `Bearer ${session.token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await call("POST", "/onramp/onramp-rate", { rate: 1500 });
  await call("POST", "/onramp/onramp-rate", { rate: 1700.5 });
  await call("PATCH", "/2FA-Disable/disable-2fa", { email: "=cmd@example.com" });
  await call("POST", "/adminsignin/signin", { email: "mallory@example.com", passwordPin: "999999" });
  await keepSession(page, host.origin, session);
}

const table = (page: Page) => page.getByRole("table", { name: "Audit log" });
const rows = (page: Page) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });
const counter = (page: Page, name: string) => page.getByRole("group", { name, exact: true }).getByRole("paragraph").nth(1);

test("[AUD-1, AUD-2, AUD-3] the page counts, searches, filters in its address, compares and verifies, passes axe and fits; it is exported page by page, and scrolled by pointer and key", async ({
  page,
  busyHost,
}, testInfo) => {
  test.slow();
  await eventful(page, busyHost);

  await test.step("it counts, searches, filters in its address, compares and verifies; it and an entry pass axe and fit; what this device did has a tab of its own", async () => {
    await page.goto(`${busyHost.origin}/audit`);
    await expect(page.getByRole("heading", { level: 1, name: "Audit & Monitoring" })).toBeVisible();
    await expect(rows(page)).toHaveCount(5);
    await expect(counter(page, "Events")).toHaveText("5");
    await expect(counter(page, "Alerts")).toHaveText("1");
    await expect(counter(page, "Active users")).toHaveText("1");
    await expect(rows(page).first()).toContainText("mallory@example.com (not proved)");
    await expect(rows(page).first()).toContainText("Refused");

    await page.getByRole("button", { name: "Show alerts" }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).first()).toContainText("Moved by more than 10%");
    await page.getByRole("button", { name: "Clear All" }).click();
    await expect(rows(page)).toHaveCount(5);

    await page.getByLabel("Search the log").fill("onramp");
    await page.getByLabel("Search the log").press("Enter");
    await expect(rows(page)).toHaveCount(2);
    await page.getByRole("button", { name: "Filter", exact: false }).first().click();
    await page.getByLabel("Outcome", { exact: true }).selectOption("Done");
    await page.getByLabel("Action", { exact: true }).selectOption("Set onramp rate");
    await page.getByRole("button", { name: "Apply Filters" }).click();
    await expect(page).toHaveURL(/q=onramp&action=setOnrampRate&outcome=done/);
    await page.reload();
    await expect(rows(page)).toHaveCount(2);
    await expect(page.getByLabel("Search the log")).toHaveValue("onramp");

    await rows(page).first().getByRole("button").click();
    const details = page.getByRole("dialog", { name: /^Entry \d+$/ });
    const value = details.getByRole("row").filter({ hasText: "value" });
    await expect(value).toContainText("1500");
    await expect(value).toContainText("1700.5");
    await expect(value).toContainText("changed");
    await page.reload();
    await expect(details).toContainText("Onramp rate updated");
    await page.keyboard.press("Escape");
    await expect(page).not.toHaveURL(/entry=/);

    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page.getByText("The log holds: 5 entries fit, one after the other.")).toBeVisible();
    await page.getByRole("button", { name: "Close" }).last().click();
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page.getByText("It goes on from entry 5, where it ended when this device last verified it.")).toBeVisible();
    await page.getByRole("button", { name: "Close" }).last().click();

    await page.goto(`${busyHost.origin}/audit`);
    await expect(rows(page)).toHaveCount(5);
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await expectAccessible(page);
    await rows(page).nth(2).getByRole("button").click();
    await expect(page.getByRole("dialog", { name: /^Entry \d+$/ })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    for (const width of [768, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(rows(page).first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBeLessThanOrEqual(width);
    }
    // On half the line its longest choice would be cut.
    expect((await page.getByLabel("Period").boundingBox())?.width).toBeGreaterThan(200);
    await page.getByRole("tab", { name: "This device" }).click();
    await expect(page).toHaveURL(/tab=device/);
    await expect(page.getByRole("main").getByText("No entries found")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("tab", { name: "This device" })).toHaveAttribute("aria-selected", "true");
  });

  await test.step("the filtered log is exported page by page: JSON that the ten lines check, CSV that runs no formula", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await fillLog(busyHost.db, 450);
    const code = /```js\n([\s\S]*?)```/.exec(readFileSync(join(root, "docs/audit.md"), "utf8"))?.[1] ?? "";
    const checker = testInfo.outputPath("check.mjs");
    await import("node:fs/promises").then(({ writeFile }) => writeFile(checker, code));
    const exported = async (kind: string): Promise<string> => {
      const file = page.waitForEvent("download");
      await page.getByRole("button", { name: "Export Logs" }).click();
      await chooseFromMenu(page, kind);
      const path = testInfo.outputPath((await file).suggestedFilename());
      await (await file).saveAs(path);
      await page.getByRole("button", { name: "Close" }).last().click();
      return path;
    };
    await page.goto(`${busyHost.origin}/audit`);
    const whole = await exported("As JSON, which can be checked");
    const { entries } = JSON.parse(readFileSync(whole, "utf8")) as { entries: object[] };
    expect(entries).toHaveLength(450);
    execFileSync(process.execPath, [checker, whole]);

    await page.goto(`${busyHost.origin}/audit?actor=ada&outcome=done`);
    await expect(page.getByText(/^\d+ entries · as of/)).toBeVisible();
    const filtered = await exported("As JSON, which can be checked");
    const some = (JSON.parse(readFileSync(filtered, "utf8")) as { entries: { actor: string }[] }).entries;
    expect(some.length).toBeGreaterThan(100);
    expect(some.every((entry) => entry.actor.includes("ada"))).toBe(true);
    execFileSync(process.execPath, [checker, filtered]);

    await page.goto(`${busyHost.origin}/audit?q=cmd`);
    await expect(rows(page)).toHaveCount(1);
    const text = readFileSync(await exported("As CSV"), "utf8");
    expect(text).toContain("'=cmd@example.com");
    const [, , last, ...more] = readCsv(text);
    expect(last).toEqual([expect.stringMatching(/^END: 1 entry, everything that matched at the host, .*; filtered by q=cmd$/)]);
    expect(more).toEqual([]);
  });

  await test.step("scrolling brings the pages that come into view, and the keyboard reaches every entry; in a page whose stylesheet didn't come some dozens are drawn and asked for, not all", async () => {
    await fillLog(busyHost.db, 1000);
    await page.goto(`${busyHost.origin}/audit`);
    await expect(page.getByText(/^1,000 entries · as of/)).toBeVisible();
    await expect(rows(page).first()).toHaveAttribute("aria-rowindex", "2");
    const asked = page.waitForRequest(/\/audit\/logs\?.*page=1\d/);
    await table(page).evaluate((element) => {
      const area = element.parentElement;
      area?.scrollTo({ top: area.scrollHeight * 0.6 });
    });
    await asked;
    await expect(rows(page).last()).toContainText("onramp");
    await table(page).evaluate((element) => element.parentElement?.scrollTo({ top: element.parentElement.scrollHeight }));
    await expect(table(page).getByRole("row").filter({ hasText: firstAdmin.email }).last()).toContainText("Sign in");
    await table(page).evaluate((element) => element.parentElement?.scrollTo({ top: 0 }));
    await expect(rows(page).first()).toBeVisible();
    await page.getByRole("button", { name: "Export Logs" }).focus();
    // In some browsers the scrolling area is a tab stop of its own.
    await expect
      .poll(async () => {
        await page.keyboard.press("Tab");
        return page.evaluate(() => document.activeElement?.closest("[role=row]") !== null);
      })
      .toBe(true);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: /^Entry \d+$/ })).toBeVisible();

    // Without stylesheets the list has no height.
    await page.route(/\.css$/, (route) => route.abort());
    // An open change stream would keep the network from being idle.
    await page.route(/\/api\/events/, (route) => route.fulfill({ status: 404, json: {} }));
    const pages: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/audit/logs?")) pages.push(request.url());
    });
    await page.goto(`${busyHost.origin}/audit`);
    await expect(rows(page).first()).toContainText("onramp");
    await page.waitForLoadState("networkidle");
    expect(await rows(page).count()).toBeLessThan(100);
    expect(pages.length).toBeLessThan(4);
  });
});

/** Entries of the walk; full size: LOG_ENTRIES=10000. */
const entries = Number(process.env["LOG_ENTRIES"] ?? 3000);
const inWords = entries.toLocaleString("en-US");

test(`[AUD-3] ${inWords} entries are verified without a task above 50 ms, and the walk can be cancelled; one byte changed in the database is found and named, and so is a log that was cut or rewritten`, async ({
  page,
  busyHost,
}) => {
  await eventful(page, busyHost);
  await fillLog(busyHost.db, entries);
  await page.goto(`${busyHost.origin}/audit`);
  await expect(rows(page).first()).toBeVisible();

  const walk = page.getByRole("dialog", { name: "Verify the log" });
  /** Stops the walk before the entry `from`; returns how to continue it. */
  const hold = async (from: number): Promise<() => Promise<void>> => {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const path = new RegExp(`/chain\\?from=${from}&`);
    await page.route(path, async (route) => {
      await released;
      await route.continue().catch(() => {});
    });
    return async () => {
      release();
      await page.unroute(path);
    };
  };

  const goOn = await hold(2001);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(walk.getByText(`2,000 of ${inWords}`)).toBeVisible();
  await expect(walk.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "2000");
  await walk.getByRole("button", { name: "Cancel" }).click();
  await expect(walk).toBeHidden();
  await goOn();

  const begin = await hold(1);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(walk.getByRole("progressbar")).toBeVisible();
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(globalThis, { longTasks: seen });
    new PerformanceObserver((list) => seen.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: "longtask" });
  });
  await begin();
  // Observed from outside: anything run in the page would be a task there.
  const last = page.waitForResponse(new RegExp(`/chain\\?from=${entries - 99}&`), { timeout: 90_000 });
  await last;
  await expect(page.getByText(`The log holds: ${inWords} entries fit, one after the other.`)).toBeVisible();
  const longTasks = await page.evaluate(() => Object.getOwnPropertyDescriptor(globalThis, "longTasks")?.value as number[]);
  test.info().annotations.push({ type: "figures", description: `tasks above 50 ms during the walk: ${JSON.stringify(longTasks)}` });
  // Time can only be asserted on an idle machine.
  if (process.env["IDLE_MACHINE"]) expect(longTasks).toEqual([]);

  await test.step("one byte changed in the database is found and named, and so is a log that was cut or rewritten", async () => {
    const verify = async (): Promise<void> => {
      await page.getByRole("button", { name: "Verify" }).click();
    };
    const close = () => page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
    await close();
    await tamper(busyHost.db, "update audit_log set message = replace(message, 'change 517', 'change 516') where seq = 517");
    await verify();
    await expect(page.getByText("The log was changed at entry 517")).toBeVisible();
    await expect(page.getByText("What entry 517 says is not what its hash was made of.")).toBeVisible();
    await expect(page.getByRole("dialog", { name: "Verify the log" })).toContainText("change 516");
    await close();
    await tamper(busyHost.db, "update audit_log set message = replace(message, 'change 516', 'change 517') where seq = 517");
    await tamper(busyHost.db, `delete from audit_log where seq > ${entries - 20}`);
    await tamper(
      busyHost.db,
      `update audit_head set seq = ${entries - 20}, hash = (select hash from audit_log where seq = ${entries - 20})`,
    );
    await verify();
    await expect(page.getByText(`Entry ${entries - 19} is missing.`)).toBeVisible();
  });
});

testWithShell(
  "[AUD-1, AUTH-14] offline the kept pages stand there with their age, filters find among them, and a sign-out wipes them",
  async ({ page, context, busyHost }) => {
    await eventful(page, busyHost);
    await fillLog(busyHost.db, 300);
    await page.goto(`${busyHost.origin}/audit`);
    await expect(rows(page).first()).toContainText("Onramp rate 1,299 → 1,300");
    await expect(page.getByText(/^300 entries · as of/)).toBeVisible();
    await untilShellIsKept(page);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText(/of the 50 entries kept on this device · the host is out of reach · as of/)).toBeVisible();
    await expect(rows(page).first()).toContainText("Onramp rate 1,299 → 1,300");
    await expect(page.getByRole("button", { name: "Verify" })).toBeDisabled();
    await page.getByLabel("Search the log").fill("change 299");
    await page.getByLabel("Search the log").press("Enter");
    await expect(rows(page)).toHaveCount(1);
    await context.setOffline(false);
    expect(JSON.stringify((await keptBy(page)).records)).toContain("change 299");
    await chooseFromUserMenu(page, "Logout");
    await expect(page.getByRole("heading", { name: "Welcome back!" })).toBeVisible();
    expect(JSON.stringify(await keptBy(page))).not.toContain("change 299");
  },
);
