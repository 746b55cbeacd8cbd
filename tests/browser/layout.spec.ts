import { expect, test } from "../support/browser/test.ts";

const units = (count: number): number => count * 4;

test.beforeEach(async ({ signedIn: page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
});

test("[LAY-1] the sidebar is 64 units wide open and 20 collapsed, and the choice is remembered", async ({ page }) => {
  const width = async (): Promise<number> => (await page.getByRole("navigation", { name: /main|menu/i }).boundingBox())?.width ?? 0;
  await expect.poll(width).toBeGreaterThan(units(56));
  await expect.poll(width).toBeLessThanOrEqual(units(64));
  const main = async (): Promise<number> => (await page.getByRole("main").boundingBox())?.x ?? 0;
  await expect.poll(main).toBe(units(64));
  await page.getByRole("button", { name: "Collapse sidebar" }).click();
  await expect.poll(main).toBe(units(20));
  await page.reload();
  await expect(page.getByRole("button", { name: "Expand sidebar" })).toBeVisible();
  await expect.poll(main).toBe(units(20));
  await page.getByRole("button", { name: "Expand sidebar" }).click();
  await expect.poll(main).toBe(units(64));
});

test("[LAY-1, DASH-1] on an upright tablet the sidebar starts collapsed and the figures take one line, until the admin chooses otherwise", async ({
  page,
}) => {
  const main = async (): Promise<number> => (await page.getByRole("main").boundingBox())?.x ?? 0;
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

test("[LAY-2] the menu has the document's entries, and marks the current one", async ({ page }) => {
  const menu = page.getByRole("navigation", { name: /main|menu/i });
  const entries = {
    Dashboard: "/",
    "User Management": "/users",
    "Funding & Balances": "/funding",
    Security: "/security",
    "Audit & Monitoring": "/audit",
    Settings: "/settings",
  };
  for (const [name, href] of Object.entries(entries))
    await expect(menu.getByRole("link", { name, exact: true })).toHaveAttribute("href", href);
  await expect(menu.getByRole("link", { name: "Dashboard" })).toHaveAttribute("aria-current", "page");
  await expect(menu.getByRole("link", { name: "Settings" })).not.toHaveAttribute("aria-current", /.*/);
  await expect(menu.getByRole("separator")).toHaveCount(1);

  await menu.getByRole("button", { name: "Fees & Rates" }).click();
  const flyout = {
    "View all fees": "/fees-rates",
    "Gift card rates": "/fees-rates/gift-card-rates",
    "Price Calculator": "/fees-rates/price-calculator",
  };
  for (const [name, href] of Object.entries(flyout)) {
    const entry = page.getByRole("menuitem", { name, exact: true }).or(page.getByRole("link", { name, exact: true }));
    await expect(entry.first()).toBeVisible();
    await expect(entry.first()).toHaveAttribute("href", href);
  }
});

test("[LAY-3] the page's title comes from the menu and is the document's too; /dashboard has no breadcrumbs", async ({ page }) => {
  await expect(page).toHaveTitle(/Dashboard/);
  await expect(page.getByRole("navigation", { name: /breadcrumb/i })).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  // Capitals and a trailing slash lead to the same page.
  await page.goto("/Security/");
  await expect(page).toHaveURL(/\/security$/);
  await expect(page.getByRole("heading", { level: 1, name: "Security" })).toBeVisible();
  await expect(page).toHaveTitle(/^Security/);
  await expect(page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Security" })).toHaveAttribute(
    "aria-current",
    "page",
  );
});

test("[LAY-4] the user menu stands in the header and in the sidebar, and offers Logout", async ({ page }) => {
  const buttons = page.getByRole("button", { name: "User menu" });
  await expect(buttons).toHaveCount(2);
  await expect(page.getByRole("banner").getByRole("button", { name: "User menu" })).toBeVisible();
  for (const button of await buttons.all()) {
    await button.click();
    const logout = page.getByRole("menuitem", { name: "Logout" });
    await expect(logout).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(logout).toBeHidden();
  }
});

test("[LAY-5] menus close on a route change", async ({ page }) => {
  await page.getByRole("banner").getByRole("button", { name: "User menu" }).click();
  await expect(page.getByRole("menuitem", { name: "Logout" })).toBeVisible();
  await page.evaluate(() => history.pushState(null, "", "/dashboard"));
  await expect(page.getByRole("menuitem", { name: "Logout" })).toBeHidden();
});

test("[LAY-7] the header says live with the time, and offline once the network is gone", async ({ page, context }) => {
  const header = page.getByRole("banner");
  await expect(header.getByText(/Live · \d{1,2}:\d{2}/)).toBeVisible();
  await context.setOffline(true);
  await expect(header.getByText(/Offline since \d{1,2}:\d{2}/)).toBeVisible();
  await context.setOffline(false);
  await expect(header.getByText(/Live · \d{1,2}:\d{2}/)).toBeVisible();
});

test("[LAY-8] /dashboard shows the dashboard too, and an unknown path a page with a way home", async ({ page }) => {
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  await page.goto("/no/such/page");
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(page.getByRole("heading", { name: /not found/i, level: 1 })).toBeVisible();
  await page.getByRole("main").getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/");
});

test("[LAY-1] the frame stands while a screen's script is on its way", async ({ page }) => {
  let arrive = (): void => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const asked = page.waitForRequest(/\/assets\/users-screen-/);
  await page.route(/\/assets\/users-screen-/, async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto("/users", { waitUntil: "commit" });
  await asked;
  await expect(page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "User Management" })).toBeVisible();
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
  arrive();
  await expect(page.getByRole("heading", { level: 1, name: "User Management" })).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
});
