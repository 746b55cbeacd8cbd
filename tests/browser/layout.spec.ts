import { Gate } from "../support/gate.ts";
import { expect, test } from "../support/browser/test.ts";

const units = (count: number): number => count * 4;

test("[LAY-1, LAY-7, DASH-1] the sidebar is 64 units wide open and 20 collapsed, starts collapsed on an upright tablet, and the choice is remembered; the frame stands while a screen's script is on its way", async ({
  signedIn: page,
  context,
}) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  const main = async (): Promise<number> => (await page.getByRole("main").boundingBox())?.x ?? 0;
  const menu = page.getByRole("navigation", { name: "Main menu" });

  await test.step("on an upright tablet it starts collapsed and the figures take one line, until the admin chooses otherwise", async () => {
    await expect.poll(main).toBe(units(64));
    for (const width of [768, 820, 1023]) {
      await page.setViewportSize({ width, height: 1180 });
      await expect.poll(main).toBe(units(20));
      const figures = await page.getByRole("group", { name: "Figures" }).getByRole("group").all();
      const boxes = await Promise.all(figures.map((figure) => figure.boundingBox()));
      expect(boxes.length).toBe(5);
      expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
    }
    await page.setViewportSize({ width: 1024, height: 768 });
    await expect.poll(main).toBe(units(64));
    await page.setViewportSize({ width: 820, height: 1180 });
    await page.getByRole("button", { name: "Expand sidebar" }).and(page.getByRole("navigation").getByRole("button")).click();
    await expect.poll(main).toBe(units(64));
    await page.reload();
    await expect.poll(main).toBe(units(64));
  });

  await test.step("on a laptop it is as it was left", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const width = async (): Promise<number> => (await menu.boundingBox())?.width ?? 0;
    await expect.poll(width).toBeGreaterThan(units(56));
    await expect.poll(width).toBeLessThanOrEqual(units(64));
    await page.getByRole("button", { name: "Collapse sidebar" }).click();
    await expect.poll(main).toBe(units(20));
    await page.reload();
    await expect(page.getByRole("button", { name: "Expand sidebar" })).toBeVisible();
    await expect.poll(main).toBe(units(20));
    await page.getByRole("button", { name: "Expand sidebar" }).click();
    await expect.poll(main).toBe(units(64));
  });

  await test.step("the header says live with the time, and offline once the network is gone", async () => {
    const header = page.getByRole("banner");
    await expect(header.getByText(/Live · \d{1,2}:\d{2}/)).toBeVisible();
    await context.setOffline(true);
    await expect(header.getByText(/Offline since \d{1,2}:\d{2}/)).toBeVisible();
    await context.setOffline(false);
    await expect(header.getByText(/Live · \d{1,2}:\d{2}/)).toBeVisible();
  });

  await test.step("the frame stands while a screen's script is on its way", async () => {
    const held = new Gate();
    const asked = page.waitForRequest(/\/assets\/users-screen-/);
    await page.route(/\/assets\/users-screen-/, async (route) => {
      await held.opened;
      await route.continue();
    });
    await page.goto("/users", { waitUntil: "commit" });
    await asked;
    await expect(menu.getByRole("link", { name: "User Management" })).toBeVisible();
    await expect(page.getByRole("banner")).toBeVisible();
    await expect(page.getByRole("table")).toHaveCount(0);
    held.open();
    await expect(page.getByRole("heading", { level: 1, name: "User Management" })).toBeVisible();
    await expect(page.getByRole("row").nth(1)).toBeVisible();
  });
});
