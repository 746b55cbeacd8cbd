import { readFile } from "node:fs/promises";
import { expectAccessible } from "../support/browser/axe.ts";
import { HostProcess } from "../support/browser/host-process.ts";
import { copySeededData } from "../support/browser/seeded-data.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";
import { signInAt } from "../support/browser/truth.ts";

/** Folder for screenshots; if unset, none are made. */
const pictures = process.env["BULK_PICTURES"];

test("[BULK-1, BULK-2, BULK-3, BULK-5] a file is rehearsed in a worker, sent row by row to the real host, and reported", async ({
  page,
  allowedOrigins,
}) => {
  const data = await copySeededData();
  const host = await HostProcess.start({ ...data, env: { APPROVALS: "on" } });
  allowedOrigins.push(host.origin);
  const session = await signInAt(host);
  const bearer = { authorization: `Bearer ${session.token}` };
  const answer = await (await fetch(`${host.origin}/usermanagement/users?limit=40`, { headers: bearer })).json();
  const emails = (answer.data ?? answer).users.map(({ email }: { email: string }) => email) as string[];
  const shoot = async (name: string) => {
    if (pictures === undefined) return;
    for (const scheme of ["light", "dark"] as const)
      for (const [width, height] of [
        [1440, 900],
        [820, 1180],
        [390, 844],
      ] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height });
        await page.screenshot({ path: `${pictures}/${name}-${width}-${scheme}.png`, fullPage: true });
      }
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1440, height: 900 });
  };

  await keepSession(page, host.origin, session);
  await page.goto(`${host.origin}/funding`);
  await page.getByRole("link", { name: "Bulk funding" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Bulk funding" })).toBeVisible();
  await shoot("empty");

  // A file of maximum size, most rows invalid, so that the host is asked about few users.
  const lines = [
    "email,amount,currency,operation,reason,note",
    `${emails[0]},1.25,USDT,fund,refund,`,
    `${emails[1]},2000000,NGNB,fund,Refund,over the limit`,
    `${emails[0]},1.250,USDT,fund,refund,`,
    `${emails[2]},900000000,USDT,deduct,correction,`,
    `nobody@example.com,1,USDT,fund,refund,`,
    `${emails[3]},"1,234",USDT,fund,refund,`,
    ...Array.from({ length: 4994 }, (_, at) => `${emails[at % 40]},${at + 1},DOGE,fund,refund,`),
  ];
  const name = "payments.csv";
  await page.getByLabel("File", { exact: true }).setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) });
  const table = page.getByRole("table", { name: `Rehearsal of ${name}` });
  const row = (line: number) => table.getByRole("row", { name: new RegExp(`^Send line ${line} `) });
  await expect(row(2)).toContainText("Ready");
  await expect(page.getByText(/^Asking the host/)).toBeHidden();
  await test.step("[A11Y] a box that is scrolled out of the page leaves the focus to the list", async () => {
    await row(2).getByRole("checkbox").focus();
    await page.keyboard.press("End");
    await expect(page.getByRole("group", { name: `Rehearsal of ${name}` })).toBeFocused();
    await page.keyboard.press("Home");
    await expect(row(2)).toBeVisible();
  });
  await expect(row(3)).toContainText("Needs a second admin");
  await expect(row(4)).toContainText(/Possibly twice.*The same as line 2/);
  await expect(row(5)).toContainText(/Wrong.*Not covered/);
  await expect(row(6)).toContainText("The host has no user “nobody@example.com”");
  await expect(row(7)).toContainText("can be read in two ways");
  await expect(page.getByRole("button", { name: "Wrong · 4,997" })).toBeVisible();
  await shoot("rehearsed");
  await expectAccessible(page);

  // Five thousand rows, of which only dozens are in the DOM; the last is reached by keyboard.
  await page.getByRole("group", { name: `Rehearsal of ${name}` }).focus();
  await page.keyboard.press("End");
  await expect(row(5001)).toBeVisible();
  expect(await table.getByRole("row").count()).toBeLessThan(80);
  await page.getByRole("button", { name: "Ready · 1" }).click();
  await expect(table.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "All · 5,000" }).click();

  await page.getByLabel("Number of rows").fill("2");
  await page.getByLabel(/^Total in USDT/).fill("1.25");
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByText("Every row was tried.")).toBeVisible();
  await expect(table).toBeHidden();
  await shoot("ended");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download report" }).click();
  const report = await readFile(await (await saved).path(), "utf8");
  expect(report).toMatch(new RegExp(`${emails[0]}.*1\\.25.*USDT`));
  const feed = await (await fetch(`${host.origin}/analytics/recent-transactions?page=1&limit=1`, { headers: bearer })).json();
  expect((feed.data.transactions ?? feed.data)[0]).toMatchObject({ type: "DEPOSIT", currency: "USDT", reason: "refund" });
  await host.stop();
  await data.remove();
});
