import { expect, test } from "../support/browser/test.ts";
import { allTransactions } from "../support/browser/truth.ts";

test("[DASH-9] an open transaction prints as one page with all its details and nothing of the frame, from the dark theme too", async ({
  signedIn: page,
  host,
  session,
}) => {
  const [newest] = await allTransactions(host, session);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/");
  await page
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "View Full Details" }).click();
  const details = page.getByRole("dialog", { name: "Transaction details" });
  await expect(details.getByRole("button", { name: "Print" })).toBeVisible();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const text of [newest?.id, newest?.reference, newest?.createdAt, newest?.username])
    await expect(details.getByText(text ?? "").first()).toBeVisible();
  await expect(details.locator("time")).toContainText(/\d:\d\d:\d\d .*UTC$/);
  for (const role of ["banner", "main", "button"] as const)
    await expect(page.getByRole(role, { includeHidden: true }).first()).toBeHidden();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: "screen", colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("[DASH-2] the list prints the rows that were on the screen one below the other, and says that they are not all", async ({
  signedIn: page,
}) => {
  await page.goto("/");
  const rows = page.getByRole("main").getByRole("row");
  await expect(rows.nth(8)).toBeVisible();
  const pages = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g);
  expect(pages?.length).toBeLessThanOrEqual(3);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("Printed are the rows that were on the screen")).toBeVisible();
  await expect(page.getByRole("button", { name: "Export CSV", includeHidden: true })).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Menu", includeHidden: true })).toBeHidden();
  await expect
    .poll(() => page.getByRole("table").evaluate((table) => table.clientWidth / document.documentElement.clientWidth))
    .toBeGreaterThan(0.9);
  const places = await rows.evaluateAll((all) =>
    all
      .slice(1)
      .map((row) => row.getBoundingClientRect())
      .map(({ top, bottom }) => ({ top, bottom })),
  );
  for (const [index, { top }] of places.entries()) if (index > 0) expect(top).toBeGreaterThanOrEqual((places[index - 1]?.bottom ?? 0) - 1);
});
