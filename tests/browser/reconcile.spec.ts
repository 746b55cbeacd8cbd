import { readFile } from "node:fs/promises";
import { readCsv } from "../../src/app/csv/csv.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { expect, test } from "../support/browser/test.ts";
import { allTransactions } from "../support/browser/truth.ts";

const dayMs = 86_400_000;

test("[CLOSE-1] a statement with seeded mismatches is compared by keyboard: a gap prevents Complete until it is loaded, and all of them are found", async ({
  signedIn: page,
  host,
  session,
}) => {
  const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
  const days = { from: daysAgo(12), to: daysAgo(1) };
  const rows = (await allTransactions(host, session)).filter(
    ({ createdAt, type, currency, status, reference }) =>
      createdAt.slice(0, 10) >= days.from &&
      createdAt.slice(0, 10) <= days.to &&
      type === "WITHDRAWAL" &&
      currency === "NGNB" &&
      reference &&
      !["FAILED", "REJECTED"].includes(status ?? ""),
  );
  const [missing, differing, doubled, ...matching] = rows;
  if (!missing || !differing || !doubled || matching.length < 5) throw new Error("too few rows for a statement");
  const line = ({ createdAt, amount, reference }: (typeof rows)[number], other: string | null | undefined = amount): string =>
    `${createdAt.slice(0, 10)},${other},NGNB,${reference}`;
  const statement = [
    "Statement of a bank",
    "Date,Amount,Currency,Reference",
    ...matching.map((row) => line(row)),
    line(differing, `${differing.amount}1`),
    line(doubled),
    line(doubled),
    `${days.from},-1.23,NGNB,NOWHERE-1`,
    `${days.to},-1.24,NGNB,`,
  ].join("\n");

  await page.goto("/audit?tab=reconcile");
  const box = page.getByLabel("Statement (CSV)");
  await expect(page.getByText("Choose file")).toBeVisible();
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), box.press("Enter")]);
  await chooser.setFiles({ name: "bank.csv", mimeType: "text/csv", buffer: Buffer.from(statement) });
  await expect(page.getByText("bank.csv", { exact: true })).toBeVisible();
  await expect(box).toHaveAccessibleDescription(/bank\.csv$/);
  await page.getByLabel("The statement has").selectOption("Withdrawal");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Compare" }).press("Enter");
  await expect(page.getByText("Not complete")).toBeVisible();
  await expect(page.getByText("Complete", { exact: true })).toBeHidden();
  await page.getByRole("button", { name: "Load the missing rows" }).press("Enter");
  await expect(page.getByText("Complete", { exact: true })).toBeVisible({ timeout: 30_000 });

  const group = (name: string, count: number) => page.getByRole("tab", { name: `${name} · ${count}`, exact: true });
  for (const [name, count] of [
    ["Matched", matching.length],
    ["Amount differs", 1],
    ["Several", 1],
    ["Only there", 2],
    ["Only here", 1],
  ] as const)
    await expect(group(name, count)).toBeVisible();
  await group("Amount differs", 1).focus();
  await page.keyboard.press("ArrowRight");
  await expect(group("Several", 1)).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("table", { name: "Several" })).toContainText(doubled.reference ?? "");
  await page.keyboard.press("End");
  await expect(page.getByRole("table", { name: "Only here" })).toContainText(missing.reference ?? "");
  await expectAccessible(page);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).press("Enter");
  const [, ...lines] = readCsv(await readFile(await (await download).path(), "utf8"));
  const results = lines.map(([result]) => result);
  expect(results.filter((result) => result === "Matched")).toHaveLength(matching.length);
  expect(results.filter((result) => result === "Several")).toHaveLength(3);
  expect(results.filter((result) => result === "Only there")).toHaveLength(2);
  expect(lines.filter(([result]) => result === "Only here").flat()).toContain(missing.reference);
  expect(lines.filter(([result]) => result === "Amount differs").flat()).toContain(differing.reference);
});
