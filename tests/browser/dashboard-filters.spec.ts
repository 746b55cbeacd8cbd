import { allTransactions } from "../support/browser/truth.ts";
import { expect, test } from "../support/browser/test.ts";

test("[DASH-5, DASH-7] an amount with a comma for its point is pointed at, and filters nothing; the real host's filter and the list agree", async ({
  signedIn: page,
  host,
  session,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === "/analytics/filter") asked.push(pathname + search);
  });
  const apply = () => page.getByRole("button", { name: "Apply Filters" }).click();
  const wanted = await allTransactions(host, session, "transactionType=WITHDRAWAL&transactionStatus=FAILED");
  expect(wanted.length).toBeGreaterThan(0);
  await page.goto("/");
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await expect(page.getByLabel("Date from")).toBeVisible();
  const least = page.getByLabel("Min amount");
  await least.pressSequentially("1,5");
  await apply();
  await expect(least).toBeFocused();
  await expect(least).toHaveAccessibleDescription("“,” can't stand here. Write digits, with a point before decimals: 1000.50");
  await least.fill("");
  await least.pressSequentially("1.5");
  await apply();
  await expect.poll(() => asked).toEqual(["/analytics/filter?minAmount=1.5&page=1&limit=50"]);

  await page.getByRole("spinbutton", { name: "Min amount" }).fill("");
  await page.getByLabel("Transaction type").selectOption("WITHDRAWAL");
  await page.getByLabel("Transaction status").selectOption({ label: "Failed" });
  await apply();
  await expect(page.getByTitle(wanted[0]?.reference ?? "", { exact: true })).toBeVisible();
  await expect(page.getByTitle(wanted[1]?.reference ?? "", { exact: true })).toBeVisible();
});
