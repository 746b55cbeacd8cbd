import type { Page } from "@playwright/test";
import { MortalBrowser } from "../support/browser/mortal-browser.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";
import { allTransactions, signInAt, someUser } from "../support/browser/truth.ts";

/** Rows of the run, and browser kills meanwhile; tests/unit/bulk-run.test.ts kills it at every row. */
const size = Number(process.env["BULK_JOURNEY"] ?? 30);
const kills = 3;

const runCard = (page: Page) => page.getByRole("region", { name: /^Run of / });

/** Rows tried so far, by the progress text. */
async function tried(page: Page): Promise<number> {
  const text =
    (await runCard(page)
      .getByText(/^\d+ of \d+$/)
      .textContent()) ?? "";
  return Number(text.split(" ")[0]);
}

test("[BULK-3, BULK-4, BULK-5] a run of fundings through kills of the browser, a dead host and a second tab leaves each row in the ledger once", async ({
  ownHost,
}) => {
  test.setTimeout(300_000);
  const session = await signInAt(ownHost);
  const email = await someUser(ownHost, session);
  // Amounts unique to these rows.
  const amounts = Array.from({ length: size }, (_, at) => `0.${String(1000 + at)}7`);
  const before = await allTransactions(ownHost, session, "currency=USDC");
  const browser = await MortalBrowser.create();
  const { origin } = ownHost;
  try {
    const page = await (await browser.start()).newPage();
    await keepSession(page, origin, session);
    await page.goto(`${origin}/funding/bulk`);
    await page
      .getByLabel("Or paste cells")
      .fill(
        ["email,amount,currency,operation,reason,note", ...amounts.map((amount) => `${email},${amount},USDC,fund,other,A test`)].join("\n"),
      );
    await page.getByRole("button", { name: "Read the cells" }).click();
    // All rows are for one user, so the admin has to tick them.
    await page.getByRole("button", { name: "Tick those shown", exact: true }).click();
    await page.getByLabel("Number of rows").fill(String(size));
    const total = amounts.reduce((sum, amount) => sum + BigInt(amount.replace("0.", "")), 0n);
    await page.getByLabel("Total in USDC").fill(`${total / 100_000n}.${String(total % 100_000n).padStart(5, "0")}`);
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await expect(runCard(page)).toBeVisible();

    let current = page;
    for (let round = 1; round <= kills; round += 1) {
      await expect.poll(() => tried(current), { timeout: 60_000 }).toBeGreaterThanOrEqual(Math.floor((size / (kills + 2)) * round));
      await browser.kill();
      current = await (await browser.start()).newPage();
      // Chromium writes localStorage some seconds late: a kill may take a fresh session with it.
      await keepSession(current, origin, session);
      await current.goto(`${origin}/funding/bulk`);
      await expect(runCard(current).getByRole("button", { name: "Continue" }), "it waits for its admin").toBeVisible();
      await runCard(current).getByRole("button", { name: "Continue" }).click();
    }

    // A second tab shows the run but can't drive it; the host dies meanwhile.
    const second = await current.context().newPage();
    await second.goto(`${origin}/funding/bulk`);
    await expect(runCard(second)).toBeVisible();
    await ownHost.kill();
    await expect(runCard(current).getByText(/^Paused: /)).toBeVisible({ timeout: 60_000 });
    await ownHost.start();
    const goOn = runCard(current).getByRole("button", { name: "Continue" });
    await expect
      .poll(
        async () => {
          if (await goOn.isVisible()) await goOn.click({ timeout: 2000 }).catch(() => {});
          return runCard(current).getByText("The run has ended").isVisible();
        },
        { timeout: 120_000 },
      )
      .toBe(true);
    await expect(runCard(second).getByText("The run has ended")).toBeVisible();

    const saved = current.waitForEvent("download");
    await runCard(current).getByRole("button", { name: "Download report" }).click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await saved).createReadStream()) chunks.push(Buffer.from(chunk));
    // Below the rows it says that the host didn't tell what others had sent while it was down.
    const lines = Buffer.concat(chunks)
      .toString("utf8")
      .split("\r\n")
      .filter((line) => /^\d/.test(line));
    expect(lines.length).toBe(size);
    const done = lines.filter((line) => line.includes(",Done,")).map((line) => line.split(",")[3] ?? "");

    const after = await allTransactions(ownHost, session, "currency=USDC");
    const known = new Set(before.map(({ id }) => id));
    const booked = after.filter(({ id }) => !known.has(id)).map(({ amount }) => String(amount).replace(/^\+/, ""));
    expect(booked.sort(), "the ledger has what the report calls done, each once").toEqual(done.sort());
    // A row that never arrived isn't resent automatically: at most the one in transit when the browser or the host died.
    expect(size - done.length).toBeLessThanOrEqual(kills + 1);
  } finally {
    await browser.remove();
  }
});
