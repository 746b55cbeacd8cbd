import { expectAccessible } from "../support/browser/axe.ts";
import { startBusyHost } from "../support/browser/busy-host.ts";
import { type LiveChange, liveChanges, untilPainted } from "../support/browser/live-changes.ts";
import { copySeededData } from "../support/browser/seeded-data.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";
import { signInAt, someUser } from "../support/browser/truth.ts";
import { links } from "../../src/app/links.ts";

/** ms; polling takes up to a minute, the stream less even on a busy machine. */
const soonMs = 20_000;
const ofEach = 2;
const pin = "608417";

test("[LIVE-4, LIVE-5, LIVE-6] what one admin changes is painted before another one without a reload, and each is told where the other is", async ({
  browser,
  page,
  allowedOrigins,
}) => {
  test.slow();
  const data = await copySeededData();
  const host = await startBusyHost(data, { approvals: true });
  allowedOrigins.push(host.origin);
  const context = await browser.newContext();
  try {
    const first = await signInAt(host);
    const colleague = { adminName: "Ada Obi", email: "ada.obi@example.com", passwordPin: pin, role: "super_admin" };
    const headers = { authorization: `Bearer ${first.token}`, "content-type": "application/json" };
    await fetch(`${host.origin}/admin/register`, { method: "POST", headers, body: JSON.stringify(colleague) });
    const second = await signInAt(host, { email: colleague.email, pin });
    const email = await someUser(host, first);
    await keepSession(page, host.origin, first);
    await page.goto(`${host.origin}/`);
    await expect(page.getByRole("row").nth(5)).toBeVisible();
    await page.evaluate(() => {
      Object.assign(window, { isSamePage: true });
    });
    const goTo = async (path: string): Promise<void> => {
      await page.evaluate((to) => history.pushState(null, "", to), path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    };

    const late: string[] = [];
    const make = async (change: LiveChange): Promise<void> => {
      await goTo(change.path);
      await expect(page.getByRole("button", { name: /^Live/ })).toBeVisible();
      for (let n = 0; n < ofEach; n += 1) {
        const toPaint = await untilPainted(page, change, n);
        if (toPaint > soonMs) late.push(`${change.kind}: ${Math.round(toPaint)} ms`);
      }
    };
    for (const change of liveChanges(host, second, email)) await test.step(change.kind, () => make(change));
    expect(late).toEqual([]);

    const colleaguesPage = await context.newPage();
    await keepSession(colleaguesPage, host.origin, second);
    const slip = await (await fetch(`${host.origin}/api/approvals?page=1&limit=1`, { headers })).json();
    for (const path of [links.user("userSummary", { email: "ada@example.com" }), links.approval(slip.data.approvals[0].id)]) {
      await goTo(path);
      await expect(page.getByText(/is here, too/)).toHaveCount(0);
      await colleaguesPage.goto(host.origin + path);
      const words = page.getByText("Ada Obi is here, too");
      await expect(words).toBeVisible();
      await expect(colleaguesPage.getByText(/ is here, too/)).toBeVisible();
      await expectAccessible(page);
      await colleaguesPage.goto(`${host.origin}/icon.svg`);
      await expect(words).toBeHidden();
    }
    expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
  } finally {
    await context.close();
    await host.stop();
    await data.remove();
  }
});
