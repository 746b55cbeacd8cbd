import Big from "big.js";
import type { BrowserContext, Page } from "@playwright/test";
import { expectAccessible } from "../support/browser/axe.ts";
import { Gate } from "../support/gate.ts";
import { HostProcess } from "../support/browser/host-process.ts";
import { pressButton, tabTo, typeInto } from "../support/browser/keyboard.ts";
import { startLossyProxy } from "../support/browser/lossy-proxy.ts";
import { copySeededData } from "../support/browser/seeded-data.ts";
import { expect, keepSession, test as base } from "../support/browser/test.ts";
import { type Session, signInAt, someUser } from "../support/browser/truth.ts";

const pin = "608417";

interface Room {
  readonly host: HostProcess;
  readonly email: string;
  readonly maker: Session;
  /** Adds an admin and signs them in, in their own browser context; `at` is the origin that their browser opens. */
  readonly checker: (name: string, role?: "admin" | "super_admin", at?: string) => Promise<Page>;
  /** Requests a funding of ₦1,500,000 or more through the API; returns the slip's id. */
  readonly ask: (amount: string) => Promise<string>;
  readonly call: (path: string) => Promise<{ data: Record<string, unknown> }>;
}

/** A host with approvals, whose first admin is the maker. */
const test = base.extend<{ room: Room }>({
  room: async ({ browser, allowedOrigins }, give) => {
    const data = await copySeededData();
    const host = await HostProcess.start({ ...data, env: { APPROVALS: "on" } });
    allowedOrigins.push(host.origin);
    const maker = await signInAt(host);
    const bearer = { authorization: `Bearer ${maker.token}`, "content-type": "application/json" };
    const email = await someUser(host, maker);
    const contexts: BrowserContext[] = [];
    await give({
      host,
      email,
      maker,
      async checker(name, role = "admin", at = host.origin) {
        const colleague = { adminName: name, email: `${name.split(" ")[0]?.toLowerCase()}@example.com`, passwordPin: pin, role };
        await fetch(`${host.origin}/admin/register`, { method: "POST", headers: bearer, body: JSON.stringify(colleague) });
        const context = await browser.newContext();
        contexts.push(context);
        const page = await context.newPage();
        await keepSession(page, at, await signInAt(host, { email: colleague.email, pin }));
        return page;
      },
      async ask(amount) {
        const body = { operation: "fund", email, currency: "NGNB", amount, reason: "other", note: "Promised by support" };
        const headers = { ...bearer, "idempotency-key": crypto.randomUUID() };
        const answer = await (await fetch(`${host.origin}/api/approvals`, { method: "POST", headers, body: JSON.stringify(body) })).json();
        return answer.data.id as string;
      },
      call: async (path) => (await fetch(`${host.origin}${path}`, { headers: bearer })).json(),
    });
    for (const context of contexts) await context.close();
    await host.stop();
    await data.remove();
  },
});

const decidedBy = (page: Page) => page.getByRole("group", { name: "Decided by" });
const balanceOf = async ({ call, email }: Room): Promise<Big> => {
  const answer = await call(`/admin/users/wallets?email=${encodeURIComponent(email)}`);
  return new Big(JSON.stringify(answer).match(/"ngnbBalance":"?([\d.]+)/)?.[1] ?? "");
};

test("[APPR-1, APPR-4, APPR-5, APPR-6, APPR-7, KEY-2, LAY-1] makers, checkers and super admins do all of it by keyboard alone, each in a browser of their own, and see without a reload what the others did", async ({
  page,
  room,
}) => {
  test.slow();
  const cleo = await room.checker("Cleo Checker");

  await test.step("a checker finds what waits and approves it; its maker sees it without a reload", async () => {
    const before = await balanceOf(room);
    await cleo.goto(`${room.host.origin}/`);
    await expect(cleo.getByRole("link", { name: "Approvals", exact: true })).toBeVisible();
    const id = await room.ask("1500000");
    await keepSession(page, room.host.origin, room.maker);
    await page.goto(`${room.host.origin}/approvals/${id}`);
    await expect(page.getByText("Somebody else must decide on what you asked for").last()).toBeVisible();
    await expect(page.getByRole("button", { name: "Approve and Fund" })).toHaveAttribute("aria-disabled", "true");

    await cleo.evaluate(() => window.dispatchEvent(new Event("focus")));
    const entry = cleo.getByRole("link", { name: "Approvals 1 to decide" });
    await expect(entry).toBeVisible();
    await pressButton(cleo, entry);
    await expect(cleo.getByRole("heading", { level: 1, name: "Approvals" })).toBeVisible();
    await pressButton(cleo, cleo.getByRole("link", { name: `Fund 1,500,000 NGNB, ${room.email}` }));
    await expect(cleo.getByText("Promised by support")).toBeVisible();
    await expect(cleo.getByText("Computed on this device from what stands above; the host says the same.")).toBeVisible();
    await pressButton(cleo, cleo.getByRole("button", { name: "Approve and Fund" }));
    const dialog = cleo.getByRole("alertdialog");
    await expect(dialog).toContainText("gets 1,500,000 NGNB at once");
    await pressButton(cleo, dialog.getByRole("button", { name: "Approve and Fund" }));
    await expect(dialog).toHaveCount(0);
    await expect(decidedBy(cleo)).toContainText("Executed");
    await expect(decidedBy(cleo)).toBeFocused();
    await expect(cleo.getByRole("group", { name: "Main menu" }).getByRole("link", { name: "Approvals", exact: true })).toBeVisible();

    await expect(decidedBy(page)).toContainText("Cleo Checker", { timeout: 20_000 });
    const downloading = page.waitForEvent("download");
    await tabTo(page, page.getByRole("button", { name: "Download receipt" }));
    await page.keyboard.press("Enter");
    expect((await downloading).suggestedFilename()).toMatch(/^receipt-FUND-.*\.json$/);
    expect((await balanceOf(room)).minus(before).toFixed()).toBe("1500000");
  });

  await test.step("of three admins two approve at the same moment: one does it, the other is told who; a slip is refused with a note, another withdrawn", async () => {
    const dayo = await room.checker("Dayo Decider");
    const before = await balanceOf(room);
    const [raced, refused, withdrawn] = [await room.ask("1700000"), await room.ask("1700001"), await room.ask("1700002")];
    const confirm = (of: Page) => of.getByRole("alertdialog").getByRole("button", { name: "Approve and Fund" });
    const bothSent = new Gate();
    let sent = 0;
    for (const one of [cleo, dayo]) {
      await one.route(`**/api/approvals/${raced}/approve`, async (route) => {
        sent += 1;
        if (sent === 2) bothSent.open();
        await bothSent.opened;
        await route.continue();
      });
      await one.goto(`${room.host.origin}/approvals/${raced}`);
      await one.getByRole("button", { name: "Approve and Fund" }).click();
      await expect(confirm(one)).toBeEnabled();
    }
    for (const one of [cleo, dayo]) await confirm(one).click();
    for (const one of [cleo, dayo]) await expect(decidedBy(one)).toContainText("Executed");
    const { checker } = (await room.call(`/api/approvals/${raced}`)).data as { checker: { name: string } };
    const isFirst = checker.name === "Cleo Checker";
    const late = isFirst ? dayo : cleo;
    await expect(decidedBy(late)).toContainText(checker.name);
    await expect(late.getByRole("main").getByRole("alert")).toContainText(checker.name);
    await expect((isFirst ? cleo : dayo).getByRole("main").getByRole("alert")).toHaveCount(0);
    expect((await balanceOf(room)).minus(before).toFixed()).toBe("1700000");

    await cleo.goto(`${room.host.origin}/approvals/${refused}`);
    await page.goto(`${room.host.origin}/approvals/${refused}`);
    await expect(page.getByText(/^Waits for somebody else to decide/)).toBeVisible();
    await pressButton(cleo, cleo.getByRole("button", { name: "Refuse" }));
    const question = cleo.getByRole("alertdialog");
    await typeInto(cleo, question.getByLabel("Note"), "Paid on Monday already");
    await pressButton(cleo, question.getByRole("button", { name: "Refuse" }));
    await expect(decidedBy(cleo)).toBeFocused();
    await expect(decidedBy(page)).toContainText("Paid on Monday already", { timeout: 20_000 });
    await expect(page.getByText(/^Refused .*Nothing was moved\.$/)).toBeVisible();

    await page.goto(`${room.host.origin}/approvals/${withdrawn}`);
    await pressButton(page, page.getByRole("button", { name: "Withdraw" }));
    await pressButton(page, page.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }));
    await expect(decidedBy(page)).toBeFocused();
    await expect(page.getByText(/^Withdrawn by its maker/)).toBeVisible();
    expect((await room.call(`/api/approvals/${withdrawn}`)).data["state"]).toBe("withdrawn");
    expect((await balanceOf(room)).minus(before).toFixed()).toBe("1700000");
  });

  await test.step("two super admins change the rules: one proposes, the other sees old and new and approves; a lost answer settles itself", async () => {
    const boss = await room.checker("Bola Boss", "super_admin");
    await page.goto(`${room.host.origin}/security`);
    await pressButton(page, page.getByRole("link", { name: "Approval rules" }));
    await pressButton(page, page.getByRole("button", { name: "Propose other rules" }));
    const fund = page.getByRole("group", { name: "Fund above" }).getByLabel("NGNB");
    await typeInto(page, fund, "500000.5");
    await typeInto(page, page.getByLabel("Hours that a slip waits"), "12");
    await expectAccessible(page);
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    for (const [width, height] of [
      [820, 1180],
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(overflow).toBeLessThanOrEqual(0);
    }
    await pressButton(page, page.getByRole("button", { name: "Review the changes" }));
    const question = page.getByRole("alertdialog");
    await expect(question.getByRole("listitem")).toHaveCount(2);
    await expect(question.getByRole("listitem").first()).toContainText("above 500,000.5 NGNB");
    await pressButton(page, question.getByRole("button", { name: "Propose" }));
    const proposed = page.getByRole("region", { name: "Proposed rules" });
    await expect(proposed.getByRole("button", { name: "Approve rules" })).toHaveAttribute("aria-disabled", "true");

    await boss.goto(`${room.host.origin}/approvals`);
    await pressButton(boss, boss.getByRole("link", { name: "Look at them" }));
    await expect(boss.getByRole("region", { name: "Proposed rules" }).getByRole("listitem")).toHaveCount(2);
    await expectAccessible(boss);
    let sent = 0;
    await boss.route("**/policy/approve", async (route) => {
      sent += 1;
      await route.fetch();
      await route.abort("connectionreset");
    });
    await pressButton(boss, boss.getByRole("button", { name: "Approve rules" }));
    await pressButton(boss, boss.getByRole("alertdialog").getByRole("button", { name: "Approve rules" }));
    await expect(boss.getByRole("alertdialog")).toHaveCount(0);
    await expect(boss.getByRole("region", { name: "Proposed rules" })).toHaveCount(0);
    await expect(boss.getByText("12 hours", { exact: true })).toBeVisible();
    await expect(boss.getByRole("button", { name: /outcome unknown/ })).toHaveCount(0);
    expect(sent).toBe(1);
    expect((await room.call("/api/approvals/policy")).data).toMatchObject({ expiresAfterHours: 12 });
    await boss.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => boss.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
});

test("[APPR-4, APPR-5, APPR-6, KEY-1, KEY-2, LAY-1] list and slip pass axe, fit laptop, tablet and phone and are there offline; an approval whose answer is cut off is unknown until the host tells by its key, and is executed once", async ({
  room,
  allowedOrigins,
}) => {
  test.slow();

  await test.step("list and slip pass axe and fit; without a network they are there with their age, and nothing can be decided", async () => {
    const id = await room.ask("1900000");
    const cleo = await room.checker("Cleo Checker");
    for (const path of ["/approvals", `/approvals/${id}`]) {
      await cleo.setViewportSize({ width: 1440, height: 900 });
      await cleo.goto(`${room.host.origin}${path}`);
      await expect(cleo.getByText("1,900,000").first()).toBeVisible();
      await expectAccessible(cleo);
      for (const [width, height] of [
        [820, 1180],
        [390, 844],
      ] as const) {
        await cleo.setViewportSize({ width, height });
        const overflow = () => cleo.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        await expect.poll(overflow).toBeLessThanOrEqual(0);
      }
    }
    await cleo.getByRole("button", { name: "Refuse" }).click();
    await expect(cleo.getByRole("alertdialog")).toBeVisible();
    await expectAccessible(cleo, ["[role=alertdialog]"]);

    await cleo.setViewportSize({ width: 1440, height: 900 });
    await cleo.goto(`${room.host.origin}/approvals`);
    await expect(cleo.getByText("1 slip · as of", { exact: false })).toBeVisible();
    await cleo.getByRole("link", { name: /^Fund 1,900,000 NGNB/ }).click();
    await expect(cleo.getByText("Balance now")).toBeVisible();
    await cleo.context().setOffline(true);
    await cleo.getByRole("link", { name: "Approvals", exact: false }).first().click();
    await expect(cleo.getByText("the host can't be reached", { exact: false })).toBeVisible();
    await cleo.getByRole("link", { name: /^Fund 1,900,000 NGNB/ }).click();
    await expect(cleo.getByText(/As of .*, from this device/)).toBeVisible();
    await expect(cleo.getByRole("button", { name: "Approve and Fund" })).toHaveAttribute("aria-disabled", "true");
    await expect(cleo.getByText("Needs a connection to the host").last()).toBeVisible();
    await cleo.evaluate(() => history.pushState(null, "", "/approvals/not-here"));
    await cleo.evaluate(() => dispatchEvent(new PopStateEvent("popstate")));
    await expect(cleo.getByText("This slip is not on this device")).toBeVisible();
    await cleo.context().setOffline(false);
  });

  await test.step("an approval whose answer is cut off is unknown until the host tells by its key, and is executed once", async () => {
    let sent = 0;
    let isLossy = false;
    const proxy = await startLossyProxy(room.host, {
      keepAlive: false,
      lose: ({ method, path }) => {
        if (method === "POST" && path.endsWith("/approve")) {
          sent += 1;
          isLossy = true;
          return "reset";
        }
        // Until it is settled, only the key can tell: neither the slip nor a change of it comes through.
        return isLossy && /^\/api\/(approvals|events)/.test(path) ? "gateway" : undefined;
      },
    });
    allowedOrigins.push(proxy.origin);
    const id = await room.ask("1800000");
    const before = await balanceOf(room);
    const dayo = await room.checker("Dayo Decider", "admin", proxy.origin);
    await dayo.goto(`${proxy.origin}/approvals/${id}`);
    await dayo.getByRole("button", { name: "Approve and Fund" }).click();
    await dayo.getByRole("alertdialog").getByRole("button", { name: "Approve and Fund" }).click();
    await expect(dayo.getByText("The host says that it is done").first()).toBeVisible();
    isLossy = false;
    await dayo.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(decidedBy(dayo)).toContainText("Dayo Decider");
    await expect(dayo.getByRole("button", { name: /outcomes? unknown/ })).toHaveCount(0);
    expect(sent).toBe(1);
    expect((await balanceOf(room)).minus(before).toFixed()).toBe("1800000");
    await proxy.stop();
  });
});
