import { fakeSession } from "../support/fake-login.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { Gate } from "../support/browser/gate.ts";
import { playFigures } from "../support/browser/played-figures.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";
import { signInAt } from "../support/browser/truth.ts";

const box = "Onramp rate (₦ per unit)";
const again = "Type the new value again";

test("[RATE-1, RATE-2, RATE-3] a rate is changed with old and new before the eyes, and fetched again", async ({ page, host, played }) => {
  const figures = playFigures(played);
  played.on("POST /onramp/onramp-rate", ({ body }) => {
    figures.onramp = {
      success: true,
      data: { rate: (body as { rate: number }).rate, updatedAt: "2026-04-05T06:07:08.000Z", updatedBy: "Grace" },
    };
    return { json: { success: true, message: "Rate is set" } };
  });
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/fees-rates?tab=onramp");
  await expect(page.getByRole("tab", { name: "Onramp Rate" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByText("₦1,500.00").first()).toBeVisible();
  await expect(page.getByText("Source: Manual")).toBeVisible();
  await page.getByLabel(box).fill("1520.5");
  await page.getByRole("button", { name: "Update rate" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByText("+1.37%")).toBeVisible();
  await expect(dialog.getByText("₦150,000.00")).toBeVisible();
  await expect(dialog.getByText("₦152,050.00")).toBeVisible();
  await expect(dialog.getByLabel(again)).toHaveCount(0);
  await dialog.getByRole("button", { name: "Update rate" }).click();
  await expect(page.getByText("Rate is set")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(played.callsOf("POST /onramp/onramp-rate").map(({ body }) => body)).toEqual([{ rate: 1520.5 }]);
  await expect(page.getByLabel(box)).toHaveValue("");
  await expect(page.getByText("₦1,520.50").first()).toBeVisible();
  const history = page.getByRole("table", { name: "History of Onramp rate" });
  await expect(history.getByRole("row")).toHaveCount(3);
  const plot = page.getByRole("img", { name: /Onramp rate over time: 2 values/ });
  await expect(page.getByText(/^₦1,500.00 → ₦1,520.50 since/)).toBeVisible();
  const { width } = (await plot.boundingBox()) ?? { width: 0 };
  await plot.hover({ position: { x: width / 2, y: 40 } });
  await expect(page.getByText(/^₦1,500.00 from/)).toBeVisible();
  await expect(history.getByRole("cell", { name: "Grace" })).toBeVisible();
});

test("[RATE-3] above 10 % the new value is typed again before anything is sent", async ({ page, host, played }) => {
  playFigures(played);
  played.on("POST /offramp/offramp-rate", { json: { success: true } });
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/fees-rates?tab=offramp");
  await page.getByLabel("Offramp rate (₦ per unit)").fill("1595.01");
  await page.getByRole("button", { name: "Update rate" }).click();
  const dialog = page.getByRole("alertdialog");
  const send = dialog.getByRole("button", { name: "Update rate" });
  await dialog.getByLabel(again).fill("15950.1");
  await expect(send).toHaveAttribute("aria-disabled", "true");
  await dialog.getByLabel(again).press("Enter");
  expect(played.callsOf("POST /offramp/offramp-rate")).toEqual([]);
  await dialog.getByLabel(again).fill("1595.01");
  await send.click();
  await expect.poll(() => played.callsOf("POST /offramp/offramp-rate").length).toBe(1);
});

test("[RATE-3] a change by 10 % itself is confirmed without that", async ({ page, host, played }) => {
  playFigures(played);
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/fees-rates?tab=offramp");
  await page.getByLabel("Offramp rate (₦ per unit)").fill("1595");
  await page.getByRole("button", { name: "Update rate" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("button", { name: "Update rate" })).not.toHaveAttribute("aria-disabled", "true");
  await expect(dialog.getByLabel(again)).toHaveCount(0);
});

test("[RATE-3] who confirms against a rate that somebody else has changed is told before anything is sent", async ({
  page,
  host,
  played,
}) => {
  const figures = playFigures(played);
  played.on("POST /onramp/onramp-rate", { json: { success: true } });
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/fees-rates?tab=onramp");
  await page.getByLabel(box).fill("1510");
  await page.getByRole("button", { name: "Update rate" }).click();
  const dialog = page.getByRole("alertdialog");
  const send = dialog.getByRole("button", { name: "Update rate" });
  await expect(send).not.toHaveAttribute("aria-disabled", "true");
  figures.onramp = { success: true, data: { rate: 1490, updatedBy: "Alan Turing" } };
  await send.click();
  await expect(dialog.getByText("It has been changed meanwhile: the host now has ₦1,490.00")).toBeVisible();
  await expect(dialog.getByText("By Alan Turing.")).toBeVisible();
  expect(played.callsOf("POST /onramp/onramp-rate")).toEqual([]);
  await send.click();
  await expect.poll(() => played.callsOf("POST /onramp/onramp-rate").length).toBe(1);
});

test("[RATE-3] who cancels while the old value is asked for again sends nothing", async ({ page, host, played }) => {
  const figures = playFigures(played);
  played.on("POST /onramp/onramp-rate", { json: { success: true } });
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/fees-rates?tab=onramp");
  await page.getByLabel(box).fill("1510");
  await page.getByRole("button", { name: "Update rate" }).click();
  const dialog = page.getByRole("alertdialog");
  const send = dialog.getByRole("button", { name: "Update rate" });
  await expect(send).not.toHaveAttribute("aria-disabled", "true");
  const held = new Gate();
  const asked = played.callsOf("GET /onramp/onramp-rate").length;
  played.on("GET /onramp/onramp-rate", async () => {
    await held.opened;
    return { json: figures.onramp };
  });
  await send.click();
  await expect.poll(() => played.callsOf("GET /onramp/onramp-rate").length).toBeGreaterThan(asked);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  held.open();
  // What is asked for and shown after that comes later than whatever the dialog would have sent.
  await page.getByRole("tab", { name: "Offramp Rate" }).click();
  await expect(page.getByText("₦1,450.00").first()).toBeVisible();
  expect(played.callsOf("POST /onramp/onramp-rate")).toEqual([]);
});

test("[RATE-3] of two admins who change the same rate on the embedded host, the second is told before anything is sent", async ({
  page,
  browser,
  ownHost,
}) => {
  test.slow();
  const first = await signInAt(ownHost);
  const bearer = { authorization: `Bearer ${first.token}`, "content-type": "application/json" };
  const colleague = { adminName: "Alan Turing", email: "alan@example.com", passwordPin: "314159", role: "admin" };
  await fetch(`${ownHost.origin}/admin/register`, { method: "POST", headers: bearer, body: JSON.stringify(colleague) });
  const second = await signInAt(ownHost, { email: colleague.email, pin: colleague.passwordPin });
  const rateNow = async () => (await (await fetch(`${ownHost.origin}/onramp/onramp-rate`, { headers: bearer })).json()).data.rate as number;
  const before = await rateNow();
  const [theirs, mine] = [before + 1, before + 2];

  const context = await browser.newContext();
  const other = await context.newPage();
  await keepSession(page, ownHost.origin, first);
  await keepSession(other, ownHost.origin, second);
  for (const [tab, rate] of [
    [page, mine],
    [other, theirs],
  ] as const) {
    await tab.goto(`${ownHost.origin}/fees-rates?tab=onramp`);
    await tab.getByLabel(box).fill(String(rate));
    await tab.getByRole("button", { name: "Update rate" }).click();
    await expect(tab.getByRole("alertdialog").getByRole("button", { name: "Update rate" })).not.toHaveAttribute("aria-disabled", "true");
  }
  await other.getByRole("alertdialog").getByRole("button", { name: "Update rate" }).click();
  await expect(other.getByRole("alertdialog")).toHaveCount(0);
  expect(await rateNow()).toBe(theirs);

  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Update rate" }).click();
  await expect(dialog.getByText(/It has been changed meanwhile: the host now has ₦/)).toBeVisible();
  await expect(dialog.getByText(/By Alan Turing/)).toBeVisible();
  expect(await rateNow()).toBe(theirs);
  await dialog.getByRole("button", { name: "Update rate" }).click();
  await expect(dialog).toHaveCount(0);
  expect(await rateNow()).toBe(mine);
  await context.close();
});

test("[RATE-2] the offramp rate has words of its own for what fails, and the button says that it updates", async ({
  page,
  host,
  played,
}) => {
  playFigures(played);
  const held = new Gate();
  played.on("POST /offramp/offramp-rate", async () => {
    await held.opened;
    return { status: 422, json: {} };
  });
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/fees-rates?tab=offramp");
  await page.getByLabel("Offramp rate (₦ per unit)").fill("1460");
  await page.getByRole("button", { name: "Update rate" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Update rate" }).click();
  await expect(dialog.getByRole("button", { name: "Updating..." })).toBeVisible();
  held.open();
  await expect(dialog.getByText("Failed to set offramp rate")).toBeVisible();
  played.on("GET /offramp/offramp-rate", { status: 404, json: {} });
  await page.reload();
  await expect(page.getByText("Failed to fetch offramp rate")).toBeVisible();
});

const answers = {
  "onrampRate and lastUpdated": { success: true, data: { onrampRate: 1500, lastUpdated: "2026-03-04T05:06:07.000Z" } },
  "a rate as text": { success: true, data: { rate: "1500.00", updatedAt: null } },
  "fields at the top": { success: true, rate: 1500 },
};
for (const [what, answer] of Object.entries(answers)) {
  test(`[RATE-1] a rate answered with ${what} is shown`, async ({ page, host, played }) => {
    playFigures(played).onramp = answer;
    await keepSession(page, host.origin, fakeSession());
    await page.goto("/fees-rates?tab=onramp");
    await expect(page.getByText("₦1,500.00").first()).toBeVisible();
  });
}

test("[RATE-1] an offramp rate answered with offrampRate and lastUpdated is shown", async ({ page, host, played }) => {
  playFigures(played).offramp = { success: true, data: { offrampRate: "1450.25", lastUpdated: "2026-03-04T05:06:07.000Z" } };
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/fees-rates?tab=offramp");
  await expect(page.getByText("₦1,450.25").first()).toBeVisible();
  await expect(page.getByText(/Mar 4, 2026|2026-03-04|4 Mar 2026/).first()).toBeVisible();
});

test("[RATE-2] an empty box and zero are refused in the document's words, and nothing is sent", async ({ page, host, played }) => {
  playFigures(played);
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/fees-rates?tab=onramp");
  await expect(page.getByText("Positive number only")).toBeVisible();
  for (const [text, message] of [
    ["", "Provide a rate"],
    ["0.0", "Invalid rate"],
    [".", "Invalid rate"],
  ] as const) {
    await page.getByLabel(box).fill(text);
    await page.getByRole("button", { name: "Update rate" }).click();
    await expect(page.getByRole("main").getByText(message)).toBeVisible();
  }
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
});

test("[RATE-2] what is typed, pasted or dropped leaves digits and one point", async ({ page, host, played, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  playFigures(played);
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/fees-rates?tab=onramp");
  const input = page.getByLabel(box);
  await input.pressSequentially("1a5-2e0..5x");
  await expect(input).toHaveValue("1520.5");
  await input.press("Home");
  await input.pressSequentially(".");
  await expect(input).toHaveValue("1520.5");
  await input.fill("");
  await page.evaluate(() => navigator.clipboard.writeText("₦ 1,520.50 NGN"));
  await input.press("ControlOrMeta+v");
  await expect(input).toHaveValue("1520.50");
  await expect(page.getByText(/Left out: ₦/)).toBeVisible();
  await input.fill("");
  // A comma for a point would make ten times as much of it: it is said for as long as the box is typed in.
  await input.pressSequentially("1520,5");
  await expect(input).toHaveValue("15205");
  await expect(page.getByText("Left out: ,")).toBeVisible();
  await input.fill("");
  await expect(page.getByText(/Left out/)).toHaveCount(0);
  await input.evaluate((element: HTMLInputElement) => {
    element.focus();
    document.execCommand("insertText", false, "abc7.5.1");
  });
  await expect(input).toHaveValue("7.51");
});

test("[RATE-2] a refusal shows the host's message, or the document's where it has none; nothing is taken for done", async ({
  page,
  host,
  played,
}) => {
  playFigures(played);
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/fees-rates?tab=onramp");
  await page.getByLabel(box).fill("1510");
  await page.getByRole("button", { name: "Update rate" }).click();
  const dialog = page.getByRole("alertdialog");
  const send = dialog.getByRole("button", { name: "Update rate" });
  for (const [answer, message] of [
    [{ json: { success: false, message: "Rates are frozen" } }, "Rates are frozen"],
    [{ json: { success: false } }, "Failed to set onramp rate"],
    [{ status: 422, json: {} }, "Failed to set onramp rate"],
  ] as const) {
    played.on("POST /onramp/onramp-rate", answer);
    await send.click();
    await expect(dialog.getByText(message)).toBeVisible();
  }
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel(box)).toHaveValue("1510");
});

test("[RATE-2] an answer that is lost leaves the outcome unknown, and the same can't be sent again before it is settled", async ({
  page,
  host,
  played,
}) => {
  playFigures(played);
  played.on("POST /onramp/onramp-rate", { status: 502, body: "<html>" });
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/fees-rates?tab=onramp");
  await page.getByLabel(box).fill("1510");
  await page.getByRole("button", { name: "Update rate" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Update rate" }).click();
  await expect(page.getByRole("main").getByText("Outcome unknown")).toBeVisible();
  await expect(page.getByRole("button", { name: "It did not happen" })).toBeVisible();
  expect(played.callsOf("POST /onramp/onramp-rate").length).toBe(1);
});

for (const [status, json, detail] of [
  [500, {}, "The host answered 500."],
  [403, { message: "Not for you" }, "Not for you"],
  [200, { success: false, message: "No rate here" }, "No rate here"],
] as const) {
  test(`[RATE-2] a fetch that is answered ${status} with ${JSON.stringify(json)} says so in the document's words`, async ({
    page,
    host,
    played,
  }) => {
    playFigures(played);
    played.on("GET /onramp/onramp-rate", { status, json });
    await keepSession(page, host.origin, fakeSession());
    await page.goto("/fees-rates?tab=onramp");
    await expect(page.getByText("Failed to fetch onramp rate")).toBeVisible();
    await expect(page.getByRole("main").getByText(detail)).toBeVisible();
  });
}

test("[RATE-1, SYNC-4] offline the rate is readable with its age, and nothing can be sent", async ({ page, host, played, context }) => {
  playFigures(played);
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/fees-rates?tab=onramp");
  await expect(page.getByText("₦1,500.00").first()).toBeVisible();
  await context.setOffline(true);
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await page.getByRole("tab", { name: "Offramp Rate" }).click();
  await page.getByRole("tab", { name: "Onramp Rate" }).click();
  await expect(page.getByText("₦1,500.00").first()).toBeVisible();
  await expect(
    page
      .getByRole("main")
      .getByText(/as of \d\d:\d\d/)
      .first(),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Update rate" })).toHaveAttribute("aria-disabled", "true");
  await context.setOffline(false);
});

test("[RATE-1] the rate tab and its confirmation are accessible in both themes", async ({ page, host, played }) => {
  // Each look with axe takes a while, and there are several.
  test.slow();
  playFigures(played);
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/fees-rates?tab=onramp");
  await expect(page.getByText("₦1,500.00").first()).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(box).fill("3000");
  await page.getByLabel(box).press("Enter");
  await expect(page.getByRole("alertdialog").getByLabel(again)).toBeVisible();
  await expectAccessible(page);
});
