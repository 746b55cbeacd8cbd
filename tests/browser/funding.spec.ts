import * as v from "valibot";
import { listUsers } from "../../src/contract/users.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { FundingPage } from "../support/browser/funding-page.ts";
import { Gate } from "../support/gate.ts";
import { chooseFromUserMenu } from "../support/browser/menus.ts";
import { expect, keepSession, test as base } from "../support/browser/test.ts";
import { allTransactions, signInAt } from "../support/browser/truth.ts";
import { fakeSession } from "../support/fake-login.ts";
import { playFunding } from "../support/played-funding.ts";

const test = base.extend<{ funding: FundingPage }>({
  funding: async ({ page, host, played }, give) => {
    playFunding(played);
    await keepSession(page, host.origin, fakeSession());
    await give(await new FundingPage(page).open());
  },
});

const fundCall = "POST /funduser/fund";
const currencies = ["BTC", "ETH", "SOL", "USDT", "USDC", "BNB", "MATIC", "TRX", "NGNB"];

test("[FUND-1, FUND-2, FUND-3, FUND-5, FUND-6, AUTH-7, SYNC-4] the form takes what the document says and nothing else, goes by keyboard alone, keeps its answer through a double click, and is off offline", async ({
  funding,
  page,
  played,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const sent = () => played.callsOf(fundCall).map(({ body }) => body);

  await test.step("it has the document's fields, all required, and sends nothing that the browser finds invalid", async () => {
    await expect(page.getByRole("heading", { name: "Funding & Balances", level: 1 })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Fund User" })).toBeVisible();
    expect(await page.getByLabel("Currency").getByRole("option").allTextContents()).toEqual(["Choose a currency", ...currencies]);
    await expect(page.getByLabel("Operation")).toHaveValue("fund");
    const amount = page.getByLabel("Amount");
    for (const [name, value] of Object.entries({ type: "number", min: "0.000001", step: "any" }))
      await expect(amount).toHaveAttribute(name, value);
    for (const label of ["User Email", "Currency", "Amount"])
      expect(await page.getByLabel(label).evaluate((field: HTMLInputElement) => field.required)).toBe(true);
    for (const order of [{ email: "" }, { email: "ada" }, { currency: "" }, { amount: "" }, { amount: "0.0000001" }, { amount: "-1" }]) {
      await funding.enter(order);
      await funding.submitButton.click();
      expect(await page.locator(":invalid:not(form)").count(), JSON.stringify(order)).toBeGreaterThan(0);
      await expect(funding.dialog).toBeHidden();
    }
    expect(sent()).toEqual([]);
  });

  await test.step("of what is no number nothing is taken: a comma for a point is refused, and no other amount can be sent", async () => {
    const amount = page.getByLabel("Amount");
    const refused = (what: string) =>
      `BTC takes 8 decimals “${what}” can't stand here. Write digits, with a point before decimals: 1000.50`;
    const paste = async (text: string) => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await amount.press("ControlOrMeta+v");
    };
    await funding.enter({ amount: "" });
    // The browser alone would read these as 25, and as 1 for a million with points between thousands.
    for (const [typed, what] of [
      ["0,25", ","],
      ["1.000.000", "."],
      ["1.000,5", ","],
    ] as const) {
      await amount.fill("");
      await amount.pressSequentially(typed);
      await funding.submitButton.click();
      await expect(amount, typed).toHaveAccessibleDescription(refused(what));
      await expect(amount).toBeFocused();
      expect(await amount.evaluate((box: HTMLInputElement) => box.validity.valid), typed).toBe(false);
    }
    for (const text of ["$0.25", "0,25", "1 000", "1.000.000", "0.25 BTC"]) {
      await amount.fill("");
      await paste(text);
      await expect(amount, text).toHaveValue("");
      await expect(amount).toHaveAccessibleDescription(refused(text));
    }
    await expect(funding.dialog).toBeHidden();
    await paste(" 0.25 ");
    await expect(amount).toHaveValue("0.25");
    await expect(amount).toHaveAccessibleDescription("BTC takes 8 decimals");
    await amount.fill("");
    // Corrected input is no longer refused.
    await amount.pressSequentially("0,");
    await amount.pressSequentially(".5");
    await expect(amount).toHaveAccessibleDescription("BTC takes 8 decimals");
    await funding.submitButton.click();
    await expect(funding.dialog).toContainText("0.5BTC");
    expect(sent()).toEqual([]);
    await funding.dialog.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("offline the buttons are off and say so, in the open confirmation too, and nothing is sent later", async () => {
    await funding.ask();
    await played.cutOff(context);
    await expect(funding.confirmButton).toBeDisabled();
    await expect(funding.dialog).toContainText("Needs a connection to the host");
    await funding.confirmButton.click({ force: true });
    await funding.dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(funding.submitButton).toBeDisabled();
    await expect(page.getByRole("main")).toContainText("Needs a connection to the host");
    await played.cutOff(context, false);
    await expect(funding.submitButton).toBeEnabled();
    expect(sent()).toEqual([]);
    await expect(page.getByRole("main")).toContainText("Nothing was funded or deducted from this device since you signed in.");
  });

  await test.step("an address with letters is valid, confirmed and sent as it was typed or pasted", async () => {
    const email = page.getByLabel("User Email");
    await expect(email).toHaveAttribute("type", "email");
    await funding.ask({ email: "ada@exämple.com" });
    await expect(funding.dialog).toContainText("ada@exämple.com");
    await funding.dialog.getByRole("button", { name: "Cancel" }).click();
    await email.fill("");
    await page.evaluate(() => navigator.clipboard.writeText("\u202arich@exämple.com\u202c\u200b"));
    await email.press("ControlOrMeta+v");
    expect(await email.evaluate((box: HTMLInputElement) => box.validity.valid)).toBe(true);
    await funding.submitButton.click();
    await expect(funding.dialog).toContainText("rich@exämple.com");
    await funding.dialog.getByRole("button", { name: "Confirm and Fund" }).click();
    await expect.poll(sent).toMatchObject([{ email: "rich@exämple.com" }]);
    await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  });

  await test.step("the whole flow works with the keyboard alone", async () => {
    await page.getByLabel("Operation").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.type("ada@example.com");
    await page.keyboard.press("Tab");
    await page.keyboard.type("BTC");
    await page.keyboard.press("Tab");
    await page.keyboard.type("0.25");
    await page.keyboard.press("Enter");
    await expect(funding.dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(funding.confirmButton).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toContainText("Funded ada");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    expect(sent()).toHaveLength(2);
  });

  await test.step("the second half of a double click, come after the answer, doesn't take the answer away", async () => {
    await funding.ask();
    const { mouse } = page;
    await funding.confirmButton.hover();
    await mouse.down();
    await mouse.up();
    const done = page.getByRole("dialog").getByRole("button", { name: "Done" });
    await expect(done).toBeVisible();
    await mouse.down({ clickCount: 2 });
    await mouse.up({ clickCount: 2 });
    await done.hover();
    await mouse.down({ clickCount: 2 });
    await mouse.up({ clickCount: 2 });
    // Whatever a click closes is gone within a few frames.
    await page.waitForTimeout(500);
    await expect(done).toBeVisible();
    await done.click();
    await expect(done).toHaveCount(0);
  });
});

test("[FUND-6] of two tabs one sends, once; what another tab has sent meanwhile, or what is unknown, isn't sent again unseen, nor after a reload", async ({
  funding,
  page,
  context,
  played,
}) => {
  const other = await new FundingPage(await context.newPage()).open();
  const sent = () => played.callsOf(fundCall).length;
  const done = (tab: FundingPage) => tab.page.getByRole("dialog").getByRole("button", { name: "Done" }).click();

  await test.step("a confirmation is void once another tab has sent the same; confirmed anew, it goes out", async () => {
    await other.ask();
    await funding.send();
    await expect(funding.page.getByRole("dialog")).toContainText("Funded ada");
    await other.confirmButton.click();
    await expect(other.dialog.getByRole("alert")).toContainText("The same was sent while this confirmation was open");
    expect(sent()).toBe(1);
    await other.dialog.getByRole("button", { name: "Cancel" }).click();
    await other.send();
    await expect(other.page.getByRole("dialog")).toContainText("Funded ada");
    expect(sent()).toBe(2);
    await done(funding);
    await done(other);
  });

  await test.step("a double click, a held Enter and a second tab send one request", async () => {
    const gate = new Gate();
    played.on(fundCall, async () => {
      await gate.opened;
      return { json: { success: true, message: "Funded ada" } };
    });
    await other.ask();
    await funding.ask();
    await funding.confirmButton.dblclick();
    await expect(funding.confirmButton).toBeDisabled();
    for (let times = 0; times < 5; times += 1) await funding.page.keyboard.press("Enter");
    await other.confirmButton.click();
    await expect(other.dialog.getByRole("alert")).toContainText(/Nothing was sent/);
    gate.open();
    await expect(funding.page.getByRole("dialog")).toContainText("Funded ada");
    expect(sent()).toBe(3);
    await done(funding);
    await other.dialog.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("what is unknown can't be sent again from any tab before it is settled, nor after a reload; another can", async () => {
    played.on(fundCall, { is: "cut" });
    await funding.send();
    await expect(funding.unknown).toBeVisible();
    for (const tab of [other, funding]) {
      await tab.page.reload();
      await tab.enter({ email: "ADA@Example.com", amount: "0.250" });
      await expect(tab.submitButton).toBeDisabled();
      await expect(tab.page.getByText("The outcome of this very funding is not known yet.", { exact: false }).last()).toBeVisible();
    }
    expect(sent()).toBe(4);
    played.on(fundCall, { json: { success: true } });
    await other.send({ amount: "0.26" });
    await expect(other.page.getByRole("dialog")).toContainText("User funded");
    await done(other);
    await other.enter();
    await other.page.getByRole("button", { name: "Settle it first" }).click();
    await other.page.getByRole("dialog").getByRole("button", { name: "It did not happen" }).click();
    await other.page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await other.send();
    await expect(other.page.getByRole("dialog")).toContainText("User funded");
    expect(sent()).toBe(6);
    await expect(page.getByRole("banner").getByRole("button", { name: /unknown/ })).toBeHidden();
  });
});

test("[FUND-6, SYNC-4, AUTH-14] the host isn't asked about an unknown outcome offline; the fence outlives the sign-out without a trace of whom it is about, and is settled at the next sign-in", async ({
  funding,
  page,
  context,
  host,
  played,
}) => {
  played.on(fundCall, { is: "cut" });
  await funding.send();
  const ask = funding.unknown.getByRole("button", { name: "Check with the host" });
  await expect(ask).toBeEnabled();
  await played.cutOff(context);
  await expect(ask).toBeDisabled();
  await expect(ask).toHaveAccessibleDescription("Needs a connection to the host");
  await played.cutOff(context, false);
  await expect(ask).toBeEnabled();
  await expect(funding.unknown).toBeVisible();
  await chooseFromUserMenu(page, "Logout");
  await expect(page.getByRole("alertdialog")).toContainText("The outcome of 1 change is not known.");
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await chooseFromUserMenu(page, "Logout");
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Welcome back!" })).toBeVisible();
  const storage = await page.evaluate(async () => JSON.stringify([Object.entries(localStorage), await indexedDB.databases()]));
  expect(storage).toContain("counterfoil.fence");
  // A word of its own: random ids may contain letters of a name by chance.
  expect(storage).not.toMatch(/\bada\b|0\.25|BTC/);
  await keepSession(page, host.origin, fakeSession());
  await funding.open();
  await expect(funding.attention).toHaveText("1 outcome unknown");
  await funding.enter();
  await expect(funding.submitButton).toBeDisabled();
  await funding.attention.click();
  await page.getByRole("dialog").getByRole("button", { name: "It did not happen" }).click();
  await expect(page.getByRole("dialog")).toContainText("Nothing is unsettled.");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(funding.submitButton).toBeEnabled();
  expect(played.callsOf(fundCall).length).toBe(1);
});

test("[FUND-6, SYNC-7] with the cache off the app works and says so; the same can't be sent again after a reload, nor after a sign-out", async ({
  page,
  host,
  played,
}) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("refused", "SecurityError");
    };
  });
  playFunding(played).on(fundCall, { is: "cut" });
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/");
  await expect(page.getByRole("cell", { name: "user2", exact: true })).toBeVisible();
  await expect(page.getByText(/cache is off/i).first()).toBeVisible();
  const funding = await new FundingPage(page).open();
  await funding.send();
  await expect(funding.unknown).toBeVisible();
  await page.reload();
  await expect(funding.attention).toHaveText("1 outcome unknown");
  await funding.enter();
  await expect(funding.submitButton).toBeDisabled();
  await chooseFromUserMenu(page, "Logout");
  await expect(page.getByRole("heading", { name: "Welcome back!" })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toMatch(/ada@example|0\.25/);
  await keepSession(page, host.origin, fakeSession());
  await funding.open();
  await funding.enter();
  await expect(funding.submitButton).toBeDisabled();
  await funding.attention.click();
  await page.getByRole("dialog").getByRole("button", { name: "It did not happen" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(funding.submitButton).toBeEnabled();
  expect(played.callsOf(fundCall).length).toBe(1);
});

test("[FUND-3, FUND-4, FUND-6] against the real host: funded, refused with its words, and a lost answer settled by asking it once more", async ({
  page,
  context,
  ownHost,
}) => {
  const session = await signInAt(ownHost);
  const rows = await allTransactions(ownHost, session);
  const username = rows.find((row) => row.username)?.username ?? "";
  const found = await fetch(`${ownHost.origin}/usermanagement/users?q=${username}`, {
    headers: { authorization: `Bearer ${session.token}` },
  });
  const email = v.parse(listUsers.answer, await found.json()).users.find((user) => user.username === username)?.email ?? "";
  await keepSession(page, ownHost.origin, session);
  await page.goto(`${ownHost.origin}/funding`);
  const funding = new FundingPage(page);
  const done = page.getByRole("dialog").getByRole("button", { name: "Done" });

  await funding.send({ email, currency: "BNB", amount: "0.123456789012345" });
  await expect(page.getByRole("dialog")).toContainText(/New balance.*0\.123456789012345/s);
  await done.click();
  await funding.send({ operation: "deduct", email, currency: "BNB", amount: "999" });
  await expect(page.getByRole("main").getByRole("alert")).toContainText("has 0.123456789012345 BNB; 999 BNB can't be deducted");

  // A host that can't tell an attempt's outcome.
  await context.route("**/api/attempts/*/close", (route) => route.fulfill({ status: 404, json: { success: false, message: "No" } }));
  await context.route("**/funduser/fund", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await funding.ask({ email, currency: "BNB", amount: "0.5" });
  // The balance before is compared later.
  await expect(funding.dialog).toContainText(/0\.123456789012345.*0\.623456789012345/s);
  await funding.confirmButton.click();
  await expect(funding.unknown).toBeVisible();
  await context.unroute("**/funduser/fund");
  await funding.unknown.getByRole("button", { name: "Check balance" }).click();
  await expect(funding.unknown).toContainText("The balance is what it would be if it happened.");
  await funding.unknown.getByRole("button", { name: "Check with the host" }).click();
  await expect(funding.recent.getByRole("row").nth(1)).toContainText(/0\.5.*Done/s);
  const after = (await allTransactions(ownHost, session)).filter(({ currency, username: name }) => currency === "BNB" && name === username);
  expect(after.slice(0, 2).map(({ amount }) => amount)).toEqual(["0.5", "0.123456789012345"]);
});

test("[LAY-3, FUND-2, FUND-4] the form, the confirmation, the unknown outcome and the attention list pass axe at every width, and on a tablet the button of what is unsettled leaves the title its line", async ({
  funding,
  page,
  played,
}) => {
  played.on(fundCall, { is: "cut" });
  const linesOfTitle = () =>
    page.getByRole("heading", { level: 1 }).evaluate((title) => {
      const words = document.createRange();
      words.selectNodeContents(title);
      return words.getClientRects().length;
    });
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 });
    const order = { amount: String(width) };
    await funding.ask(order);
    await expect(funding.dialog).toContainText("0.5");
    await expectAccessible(page);
    await funding.confirmButton.click();
    await expect(funding.unknown).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await expect(funding.attention).toHaveText("1 outcome unknown");
    await page.setViewportSize({ width: 768, height: 1024 });
    expect(await linesOfTitle()).toBe(1);
    await page.setViewportSize({ width, height: 900 });
    await funding.attention.click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "It did not happen" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  }
});
