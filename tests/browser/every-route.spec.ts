import { axeFaults } from "../support/browser/axe.ts";
import { openScreen, screensFor, screensOf } from "../support/browser/screens.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, testWithShell as test } from "../support/browser/test.ts";

const open = screensFor("", "").filter(({ isOpen }) => isOpen === true);

test("[AUTH-2, AUTH-4, AUTH-6] axe finds nothing on the screens before a sign-in, light or dark, online or offline", async ({
  page,
  context,
}) => {
  const found: string[] = [];
  for (const screen of open) {
    await openScreen(page, screen);
    found.push(...(await axeFaults(page)).map((fault) => `${screen.name}: ${fault}`));
  }
  await untilShellIsKept(page);
  await context.setOffline(true);
  for (const { name, path } of open) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    found.push(...(await axeFaults(page)).map((fault) => `${name}, offline: ${fault}`));
  }
  expect(found).toEqual([]);
});

test("[LAY-1, LAY-7, LAY-8, PWA-2] axe finds nothing, light or dark, online or offline, on every screen behind the sign-in", async ({
  signedIn: page,
  context,
  host,
  session,
}) => {
  test.slow();
  const screens = (await screensOf(host, session)).filter(({ isOpen }) => isOpen !== true);
  const found: string[] = [];
  await page.goto("/");
  await untilShellIsKept(page);
  // Offline first, while only the dashboard has been fetched.
  await context.setOffline(true);
  // A stream of changes that is open already would go on, and each piece of it proves that the host is there.
  await page.reload();
  for (const screen of screens) {
    await openScreen(page, screen);
    const { name, path } = screen;
    // An address may open a dialog, which hides the frame from roles.
    await expect(page.getByRole("banner", { includeHidden: true })).toContainText(/Offline since|Host out of reach/);
    if (name === "transaction") await expect(page.getByRole("dialog")).toContainText(path.split("/").at(-1) ?? "");
    found.push(...(await axeFaults(page)).map((fault) => `${name}, offline: ${fault}`));
  }
  // Else its bar is on every screen.
  await page.getByRole("button", { name: "Close the case" }).click();
  await context.setOffline(false);
  for (const screen of screens) {
    await openScreen(page, screen);
    found.push(...(await axeFaults(page)).map((fault) => `${screen.name}: ${fault}`));
  }
  expect(found).toEqual([]);
});
