import { fakeSession } from "../support/fake-login.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { playUsers } from "../support/browser/played-users.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, keepSession, test, testWithShell } from "../support/browser/test.ts";
import { goTo } from "../support/browser/walk.ts";

const email = "user001@example.com";
const phone = "+2348010000001";

test.beforeEach(async ({ page, host, played }) => {
  playUsers(played);
  await keepSession(page, host.origin, fakeSession());
});

test("[TOOL-2, TOOL-3, TOOL-4, TOOL-5, TOOL-6] what a tool asks, refuses and follows is accessible in both themes", async ({
  page,
  played,
}) => {
  test.slow();
  for (const [path, button] of [
    ["disable-2fa", "Disable 2fa"],
    ["remove-password", "Remove password PIN"],
    ["wipe-pending-balance", "Wipe pending balance"],
  ] as const) {
    await goTo(page, `/user-management/${path}?email=${encodeURIComponent(email)}`);
    await page.getByRole("button", { name: button, exact: true }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText(email);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
  }
  await goTo(page, "/user-management/create-new-admin");
  await page.getByRole("button", { name: "Create admin" }).click();
  await expect(page.getByText("Invalid role").first()).toBeVisible();
  await expectAccessible(page);
  const answer = { walletGenerationStatus: "in_progress", walletsGenerated: 3, totalWallets: 6 };
  played
    .on("POST /updateuseraddress/generate-wallets-by-phone", { json: { success: true, ...answer } })
    .on("GET /updateuseraddress/status-by-phone", { json: answer });
  await goTo(page, "/user-management/generate-wallet-by-phone");
  await page.getByLabel("Phone number", { exact: true }).fill(phone);
  await page.getByRole("button", { name: "Start generation" }).click();
  await expect(page.getByText("3 of 6 · 50%")).toBeVisible();
  await expectAccessible(page);
});

test("[LAY-6] what is said briefly in a tab that nobody sees is said once somebody does", async ({ page }) => {
  const toasts = page.getByRole("region", { name: "Latest messages" }).getByRole("status");
  const turn = (visibility: "hidden" | "visible") =>
    page.evaluate((state) => {
      Object.defineProperties(document, {
        hidden: { configurable: true, value: state === "hidden" },
        visibilityState: { configurable: true, value: state },
      });
      document.dispatchEvent(new Event("visibilitychange"));
    }, visibility);
  await page.clock.install();
  await page.goto("/user-management/create-new-admin");
  const ask = page.getByRole("button", { name: "Create admin" });
  await ask.click();
  // From here on, toasts need no further loading.
  await expect(toasts).toHaveText(/Admin name must be/);
  await turn("hidden");
  await page.clock.runFor(10_000);
  await expect(toasts).toHaveCount(1);
  await page.getByLabel("Admin name", { exact: true }).fill("Grace");
  await ask.click();
  await page.clock.runFor(10_000);
  await expect(toasts).toHaveText(/Admin name must be/);
  await turn("visible");
  await expect(toasts.filter({ hasText: "Enter a valid email address" })).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(toasts).toHaveCount(0);
});

testWithShell(
  "[TOOL-1, TOOL-2, TOOL-3, TOOL-4, TOOL-5, TOOL-6, TOOL-7, USER-11, WALL-1, SEC-1] a user's page opens from a link and stays offline, where every tool shows whom it is about, and says why it can't",
  async ({ page, context, played }) => {
    test.slow();
    const about = `?email=${encodeURIComponent(email)}`;
    const total = page.getByRole("group", { name: "Total portfolio value" });
    await page.goto(`/user-management/summary${about}`);
    await expect(page.getByRole("heading", { level: 1, name: "User summary" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 2, name: "user001" })).toBeVisible();
    await expect(total).toContainText("$17,095.78");
    await expect(page.getByRole("button", { name: /BTC_BTC/ })).toBeVisible();
    await expectAccessible(page);
    await untilShellIsKept(page);
    await played.cutOff(context);
    await page.reload();
    await expect(page.getByRole("heading", { level: 2, name: "user001" })).toBeVisible();
    await expect(total).toContainText("$17,095.78");
    for (const [path, name] of [
      [`disable-2fa${about}`, "Disable 2fa"],
      [`remove-password${about}`, "Remove password PIN"],
      [`wipe-pending-balance${about}`, "Wipe pending balance"],
      [`generate-wallet-by-phone${about}`, "Start generation"],
      [`regenerate-wallet-by-phone${about}`, "Regenerate"],
      [`fetch-wallets${about}`, "Fetch Wallet"],
      ["create-new-admin", "Create admin"],
    ] as const) {
      await page.evaluate((to) => history.pushState(null, "", to), `/user-management/${path}`);
      const button = page.getByRole("main").getByRole("button", { name, exact: true });
      await expect(button).toHaveAttribute("aria-disabled", "true");
      await expect(button).toHaveAccessibleDescription(/connection/i);
      if (path !== "create-new-admin") await expect(page.getByRole("complementary", { name: "Who this is" })).toContainText("user001");
    }
    // After a load of its own, too.
    await page.goto("/security");
    await expect(page.getByRole("button", { name: "Get Refresh Tokens" })).toHaveAccessibleDescription(/connection/i);
  },
);
