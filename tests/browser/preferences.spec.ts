import type { Locator, Page } from "@playwright/test";
import { closeOverlays, openOverlay, overlaysFor } from "../support/browser/overlays.ts";
import { untilStill } from "../support/browser/still.ts";
import { expect, test } from "../support/browser/test.ts";
import { someUser } from "../support/browser/truth.ts";
import { goTo } from "../support/browser/walk.ts";

/** The longest motion allowed, in ms (docs/ui.md); endless progress indicators don't count. */
const longestMs = 200;

/** Records every animation and its duration, on all pages. */
const watchMotion = (page: Page) =>
  page.addInitScript(() => {
    const seen: { name: string; ms: number; endless: boolean }[] = [];
    Object.assign(globalThis, { seenMotion: seen });
    const note = () => {
      for (const animation of document.getAnimations()) {
        const { duration = 0, delay = 0, iterations = 1 } = animation.effect?.getComputedTiming() ?? {};
        const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null;
        seen.push({
          name: `${target?.tagName ?? ""} ${target?.textContent?.slice(0, 30) ?? ""}`,
          ms: Number(duration) + delay,
          endless: iterations === Infinity,
        });
      }
    };
    for (const type of ["transitionrun", "animationstart"]) addEventListener(type, note, true);
  });

/** The motion since it was last taken. */
const takeMotion = (page: Page) =>
  page.evaluate(
    () => (globalThis as unknown as { seenMotion?: { name: string; ms: number; endless: boolean }[] }).seenMotion?.splice(0) ?? [],
  );

test(`[LAY-1] nothing moves for longer than ${longestMs} ms, and for who asked for no motion nothing moves`, async ({
  signedIn: page,
  host,
  session,
}) => {
  test.slow();
  await watchMotion(page);
  const found: string[] = [];
  let moved = 0;
  for (const overlay of overlaysFor(await someUser(host, session)))
    for (const reducedMotion of ["no-preference", "reduce"] as const) {
      await page.emulateMedia({ reducedMotion });
      await untilStill(page);
      await takeMotion(page);
      if (overlay.isNarrow === true) await page.setViewportSize({ width: 390, height: 844 });
      await openOverlay(page, overlay);
      await page.mouse.move(200, 300);
      await closeOverlays(page);
      await page.setViewportSize({ width: 1440, height: 900 });
      await untilStill(page);
      const motion = await takeMotion(page);
      const isReduced = reducedMotion === "reduce";
      // Zero-length motion ends before it can be recorded; that with a length proves that recording works.
      if (!isReduced) moved += motion.length;
      const tooLong = motion.filter(({ ms, endless }) => (isReduced ? endless || ms > 1 : !endless && ms > longestMs));
      found.push(...tooLong.map(({ name, ms }) => `${overlay.name}, ${reducedMotion}: ${name}: ${ms} ms`));
    }
  expect([...new Set(found)]).toEqual([]);
  expect(moved).toBeGreaterThanOrEqual(6);
});

/** An element's look apart from its text. */
const lookOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const style = getComputedStyle(element);
    return [style.backgroundColor, style.color, style.borderBottomColor, style.outlineStyle, style.boxShadow].join(" | ");
  });

test.describe("[LAY-1] in colours that the reader has forced", () => {
  test.use({ colorScheme: "dark" });

  test("[DASH-13] what is chosen, pressed or switched on differs from what isn't, and the bars of the chart stand out", async ({
    signedIn: page,
  }) => {
    await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
    const differ = async (one: Locator, other: Locator) => {
      await expect(one).toBeVisible();
      await page.mouse.move(700, 5);
      await expect.poll(async () => (await lookOf(one)) === (await lookOf(other)), { message: one.toString() }).toBe(false);
    };
    const link = (name: string) => page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name, exact: true });
    await page.goto("/");
    await differ(link("Dashboard"), link("User Management"));
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    await button("Chart").click();
    await differ(button("Chart"), button("Filters"));
    await test.step("the bars of the chart stand out from the page", async () => {
      const plot = page.getByRole("img").first();
      await expect(plot.locator("canvas")).toBeVisible();
      /** The number of canvas pixels with at least 3:1 contrast to black. */
      const bright = () =>
        plot.locator("canvas").evaluate((canvas) => {
          if (!(canvas instanceof HTMLCanvasElement)) return 0;
          const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
          let points = 0;
          for (let at = 0; at < data.length; at += 4) {
            const linear = (index: number) => ((data[at + index] ?? 0) / 255) ** 2.2;
            if ((data[at + 3] ?? 0) > 200 && 0.2126 * linear(0) + 0.7152 * linear(1) + 0.0722 * linear(2) > 0.1) points += 1;
          }
          return points;
        });
      await expect.poll(bright).toBeGreaterThan(500);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe("rgb(0, 0, 0)");
    });

    await test.step("a line stands between the figures", async () => {
      const figures = page.getByRole("group", { name: "Figures" });
      const colour = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(await colour(figures)).not.toBe(await colour(figures.getByRole("group").first()));
    });

    await goTo(page, "/users");
    await differ(page.getByRole("button", { name: /^Page 1\b/ }), page.getByRole("button", { name: /^Page 2\b/ }));
    await goTo(page, "/fees-rates");
    await differ(page.getByRole("tab", { name: "Crypto Fees" }), page.getByRole("tab", { name: "Onramp Rate" }));
    await goTo(page, "/settings");
    const label = page.locator("label", { hasText: "Compact view" });
    const off = await lookOf(label.locator("[data-part=control]"));
    await label.click();
    await expect(label.getByRole("switch")).toBeChecked();
    await expect.poll(() => lookOf(label.locator("[data-part=control]"))).not.toBe(off);
    await page.getByRole("banner").locator("[aria-keyshortcuts]").click();
    await differ(page.getByRole("option").first(), page.getByRole("option").nth(1));
    await page.keyboard.press("Escape");
  });
});
