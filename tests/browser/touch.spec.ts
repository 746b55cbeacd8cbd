import type { Page } from "@playwright/test";
import { paths } from "../../src/app/links.ts";
import { FundingPage } from "../support/browser/funding-page.ts";
import { openOverlay, overlaysFor } from "../support/browser/overlays.ts";
import { openScreen, screensOf } from "../support/browser/screens.ts";
import { untilStill } from "../support/browser/still.ts";
import { smallTargets } from "../support/browser/targets.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";
import { someUser } from "../support/browser/truth.ts";
import { fakeSession } from "../support/fake-login.ts";
import { approvalsConfig, playSlips, wireSlip } from "../support/played-approvals.ts";
import { playFunding } from "../support/played-funding.ts";

test.use({ hasTouch: true, isMobile: true });

const phone = { width: 390, height: 844 };
const tablet = { width: 1024, height: 768 };
/** The narrowest phone and the narrowest tablet. */
const smallPhone = { width: 320, height: 900 };
const smallTablet = { width: 768, height: 900 };

test("[LAY-1, AUTH-18, USER-1, TOOL-1, WALL-1, SEC-1, FEE-1, RATE-1, GIFT-1, PRICE-1, SET-1] on a touch screen every screen fits, and its controls are 44 px wide and high", async ({
  page,
  host,
  session,
}) => {
  test.slow();
  const small: string[] = [];
  const wide: string[] = [];
  const screens = await screensOf(host, session);
  const look = async (screen: (typeof screens)[number]) => {
    await openScreen(page, screen);
    for (const viewport of [smallPhone, phone, smallTablet, tablet]) {
      await page.setViewportSize(viewport);
      await untilStill(page);
      const where = `${screen.name} at ${viewport.width} px`;
      const overhang = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (overhang > 0) wide.push(`${where}: ${overhang} px too wide`);
      if (viewport !== smallTablet) small.push(...(await smallTargets(page)).map((one) => `${where}: ${one}`));
    }
  };
  for (const screen of screens.filter(({ isOpen }) => isOpen === true)) await look(screen);
  await keepSession(page, host.origin, session);
  for (const screen of screens.filter(({ isOpen }) => isOpen !== true)) await look(screen);
  expect.soft(wide).toEqual([]);
  expect(small).toEqual([]);
});

test("[APPR-4, LAY-1] on a touch screen the tab of a short word is 44 px wide", async ({ page, host, played }) => {
  playSlips(played, () => [wireSlip(0)]);
  await page.setViewportSize(smallPhone);
  await page.route("**/config.json", (route) => route.fulfill({ json: approvalsConfig }));
  await keepSession(page, host.origin, fakeSession());
  await openScreen(page, { name: "approvals", path: paths.approvals });
  await expect(page.getByRole("tab", { name: "Mine" })).toBeVisible();
  expect(await smallTargets(page, "main")).toEqual([]);
});

interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Controls in these parts of the page that lie under the notch or the home bar. */
const covered = (page: Page, within: string, { top, right, bottom, left }: Insets) =>
  page.locator(`:is(${within}) :is(a[href], button, input, [role=option])`).evaluateAll(
    (controls, edge) =>
      controls.flatMap((control) => {
        if (!control.checkVisibility({ checkVisibilityCSS: true })) return [];
        const box = control.getBoundingClientRect();
        if (box.width <= 1 || box.top >= innerHeight || box.bottom <= 0) return [];
        const isClear =
          box.top >= edge.top && box.left >= edge.left && box.right <= innerWidth - edge.right && box.bottom <= innerHeight - edge.bottom;
        return isClear ? [] : [`${(control.getAttribute("aria-label") ?? control.textContent).slice(0, 40)} ${JSON.stringify(box)}`];
      }),
    { top, right, bottom, left },
  );

/** How the device is held, with a notch and a home bar, for the walk at each size. */
const held = [
  { viewport: phone, turned: phone, insets: { top: 47, right: 0, bottom: 34, left: 0 } },
  { viewport: tablet, turned: { width: 844, height: 390 }, insets: { top: 0, right: 47, bottom: 21, left: 47 } },
] as const;
const none = { top: 0, right: 0, bottom: 0, left: 0 };
/** The page that a phone's keyboard leaves, which resizes the page (interactive-widget=resizes-content). */
const aboveKeyboard = { width: 390, height: 420 };
const forms = ["adding a rate", "cheque", "deleting a user", "user filters", "audit filters", "filters"];

for (const { viewport, turned, insets } of held) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test("[LAY-1, PWA-1] on a touch screen every control of every drawer, menu, dialog and panel is 44 px wide and high, and none lies under the phone's camera, its home bar or its keyboard", async ({
      signedIn: page,
      host,
      session,
    }) => {
      test.slow();
      const browser = await page.context().newCDPSession(page);
      const cover = (over: Insets) => browser.send("Emulation.setSafeAreaInsetsOverride", { insets: over });
      // Scrolled content may be anywhere vertically.
      const sides = { ...insets, top: -9999, bottom: -9999 };
      await page.setViewportSize(turned);
      await cover(insets);
      await page.goto("/");
      await expect(page.getByRole("row").nth(2)).toBeVisible();
      expect(await page.locator("meta[name=viewport]").getAttribute("content")).toContain("resizes-content");
      expect(await covered(page, "header", { ...insets, bottom: 0 })).toEqual([]);
      expect(await covered(page, "main, nav", sides)).toEqual([]);
      const found: string[] = [];
      const seen = { covered: 0, forms: 0 };
      for (const overlay of overlaysFor(await someUser(host, session))) {
        if (overlay.isNarrow === true && viewport.width >= 768) continue;
        await cover(none);
        await page.setViewportSize(viewport);
        await openOverlay(page, overlay);
        found.push(...(await smallTargets(page, overlay.place)).map((one) => `${overlay.name}: ${one}`));
        if (["drawer", "details", "connection", "palette"].includes(overlay.name)) {
          seen.covered += 1;
          await page.setViewportSize(turned);
          await cover(insets);
          await untilStill(page);
          await expect.poll(() => covered(page, overlay.place, sides)).toEqual([]);
          await expect.poll(() => covered(page, "[role=dialog] > :is(header, footer)", insets)).toEqual([]);
        }
        if (viewport === phone && forms.includes(overlay.name)) {
          seen.forms += 1;
          await page.setViewportSize(aboveKeyboard);
          const last = page.locator(overlay.place).first().getByRole("button").last();
          // To the centre, as a fraction of a pixel may be cut at an edge.
          await last.evaluate((button) => button.scrollIntoView({ block: "center" }));
          await expect(last, overlay.name).toBeInViewport({ ratio: 1 });
          // A trial click fails if something covers the button.
          await last.click({ trial: true });
        }
      }
      expect(found).toEqual([]);
      expect(seen).toEqual(viewport === phone ? { covered: 4, forms: forms.length } : { covered: 3, forms: 0 });
    });
  });
}

test("[FUND-2, LAY-1] Android's Back closes the question and leaves the form, and a pull at the top doesn't reload the page", async ({
  page,
  host,
  played,
}) => {
  // On a desktop Escape asks the same of the browser, once no script has heard it.
  await page.addInitScript(() =>
    addEventListener("keydown", (event) => event.key === "Escape" && event.stopImmediatePropagation(), { capture: true }),
  );
  playFunding(played);
  await keepSession(page, host.origin, fakeSession());
  const funding = await new FundingPage(page).open();
  await funding.ask();
  await expect(funding.confirmButton).toBeEnabled();
  await page.keyboard.press("Escape");
  await expect(funding.dialog).toBeHidden();
  await expect(page.getByLabel("Amount")).toHaveValue("0.25");
  await expect(page).toHaveURL(/\/funding$/);
  await expect(page.locator("html")).toHaveCSS("overscroll-behavior-y", "contain");
});
