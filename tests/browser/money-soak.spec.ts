import type { BrowserContext } from "@playwright/test";
import { Random } from "../../host/seed/random.ts";
import { FundingPage } from "../support/browser/funding-page.ts";
import { HostProcess } from "../support/browser/host-process.ts";
import { keptBy } from "../support/browser/kept.ts";
import { startLossyProxy } from "../support/browser/lossy-proxy.ts";
import { copySeededData } from "../support/browser/seeded-data.ts";
import { expect, keepSession, test as base } from "../support/browser/test.ts";
import { allTransactions, firstUser, signInAt, type Session } from "../support/browser/truth.ts";

/** Fundings in each of the two soaks; full size: SOAK=300. */
const size = Number(process.env["SOAK"] ?? 8);

const test = base.extend<{ faulty: HostProcess }>({
  faulty: async ({ allowedOrigins }, give) => {
    const data = await copySeededData();
    const host = await HostProcess.start({ ...data, env: { COUNTERFOIL_FAULTS: "1" } });
    allowedOrigins.push(host.origin);
    await give(host);
    await host.stop();
    await data.remove();
  },
});

const hows = ["click", "click", "double click", "held Enter", "both tabs", "reload", "kill"] as const;

/** The device's journal per amount: number of attempts, and of done ones. */
interface Tally {
  readonly attempts: number;
  readonly done: number;
  readonly unsettled: number;
}

interface JournalRow {
  readonly operation?: string;
  readonly details: { readonly amount: string };
  readonly state: { readonly is: string };
  readonly settled?: { readonly as: string };
}

async function journalOf(tab: FundingPage): Promise<Map<string, Tally>> {
  const { records } = await keptBy(tab.page);
  // Only journal rows have an operation.
  const rows = records.map((record) => JSON.parse(record) as JournalRow).filter(({ operation }) => operation === "fund");
  const tallies = new Map<string, Tally>();
  for (const { details, state, settled } of rows) {
    const { attempts, done, unsettled } = tallies.get(details.amount) ?? { attempts: 0, done: 0, unsettled: 0 };
    const isDone = state.is === "done" || settled?.as === "happened";
    const isOpen = (state.is === "unknown" || state.is === "sent") && settled === undefined;
    tallies.set(details.amount, { attempts: attempts + 1, done: done + (isDone ? 1 : 0), unsettled: unsettled + (isOpen ? 1 : 0) });
  }
  return tallies;
}

/** How often each amount is in the ledger, according to the host's feed. */
async function ledgerOf(host: HostProcess, session: Session, username: string, since: number): Promise<Map<string, number>> {
  const rows = await allTransactions(host, session, `currency=USDC&searchTerm=${encodeURIComponent(username)}`);
  const counts = new Map<string, number>();
  for (const row of rows) if (Date.parse(row.createdAt) >= since && row.amount) counts.set(row.amount, (counts.get(row.amount) ?? 0) + 1);
  return counts;
}

/** Confirms many fundings in two tabs, in every way that could send one twice. */
class Soak {
  readonly #context: BrowserContext;
  readonly #origin: string;
  readonly #email: string;
  readonly #random = new Random(7);
  readonly #tabs: FundingPage[] = [];
  readonly amounts: string[] = [];

  constructor(context: BrowserContext, origin: string, email: string) {
    this.#context = context;
    this.#origin = origin;
    this.#email = email;
  }

  async tab(at: number): Promise<FundingPage> {
    const known = this.#tabs[at];
    if (known && !known.page.isClosed()) return known;
    const page = await this.#context.newPage();
    page.on("dialog", (dialog) => void dialog.accept().catch(() => {}));
    await page.goto(`${this.#origin}/funding`);
    const tab = new FundingPage(page);
    await expect(tab.submitButton).toBeVisible();
    this.#tabs[at] = tab;
    return tab;
  }

  async run(): Promise<void> {
    for (let index = 0; index < size; index += 1) await this.#confirm(index);
  }

  async #confirm(index: number): Promise<void> {
    const amount = `${index + 1}.000${(index % 9) + 1}`;
    this.amounts.push(amount);
    const order = { email: this.#email, currency: "USDC", amount };
    const first = this.#random.next() < 0.5 ? 0 : 1;
    const tab = await this.tab(first);
    const how = hows[Math.floor(this.#random.next() * hows.length)];
    await tab.ask(order);
    switch (how) {
      case undefined:
      case "click":
        await tab.confirmButton.click();
        return this.#end(tab, order);
      case "double click":
        await tab.confirmButton.dblclick({ force: true, noWaitAfter: true }).catch(() => {});
        return this.#end(tab, order);
      case "held Enter":
        await tab.confirmButton.focus();
        // Each further `down` of a held key is a repeat.
        for (let times = 0; times < 8; times += 1) await tab.page.keyboard.down("Enter");
        await tab.page.keyboard.up("Enter");
        return this.#end(tab, order);
      case "both tabs": {
        const other = await this.tab(1 - first);
        await other.ask(order);
        await Promise.all([tab.confirmButton.click(), other.confirmButton.click()]);
        await this.#end(tab, order);
        return this.#end(other, order);
      }
      case "reload":
        await tab.confirmButton.click({ noWaitAfter: true });
        await tab.page.reload();
        return expect(tab.submitButton).toBeVisible();
      case "kill":
        await tab.confirmButton.click({ noWaitAfter: true });
        await tab.page.close();
    }
  }

  /** Waits for any outcome; an unknown one must block the same funding from being sent again. */
  async #end(tab: FundingPage, order: { email: string; currency: string; amount: string }): Promise<void> {
    const done = tab.page.getByRole("dialog").getByRole("button", { name: "Done" });
    const blocked = tab.dialog.getByRole("alert");
    const unknown = tab.unknown.filter({ hasText: `${order.amount} ${order.currency}` });
    // An answer lost in the other tab disables this one's button, which swallows the click: nothing was sent.
    const unsent = tab.dialog.getByRole("button", { name: "Confirm and Fund", disabled: false });
    await expect(done.or(blocked).or(unknown).or(unsent).first()).toBeVisible({ timeout: 30_000 });
    if ((await blocked.isVisible()) || (await unsent.isVisible())) await tab.dialog.getByRole("button", { name: "Cancel" }).click();
    else if (await done.isVisible()) await done.click();
    else {
      await tab.enter(order);
      await expect(tab.submitButton).toBeDisabled();
    }
  }

  /** A fresh tab with the attention list; by then all orphans are found. */
  async attention(): Promise<FundingPage> {
    for (const tab of this.#tabs) if (!tab.page.isClosed()) await tab.page.close();
    const tab = await this.tab(0);
    return tab;
  }
}

const faults = (host: HostProcess, plan: object | undefined) =>
  fetch(
    `${host.origin}/__faults`,
    plan ? { method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify(plan) } : { method: "DELETE" },
  );

test(`[FUND-6, HOST-5] ${size} fundings under lost answers, cut bodies and 502s stand in the ledger once each, and journal and ledger agree; a POST that Chromium repeats by itself funds once under its key`, async ({
  page,
  context,
  allowedOrigins,
  faulty: host,
}) => {
  test.setTimeout(180_000 + size * 12_000);
  const session = await signInAt(host);
  const { email, username } = await firstUser(host, session);
  const since = Date.now() - 1000;
  await keepSession(page, host.origin, session);
  await faults(host, { seed: 11, rules: [{ path: "/funduser/*", method: "POST", lossAfter: 0.07, cutBody: 0.07, errorAfter: 0.06 }] });
  // Otherwise the host would settle every attempt, and none would be left to check under its key.
  await context.route("**/api/attempts/*/close", (route) => route.fulfill({ status: 404, json: { success: false, message: "No" } }));
  const soak = new Soak(context, host.origin, email);
  await soak.run();
  await faults(host, undefined);

  const tab = await soak.attention();
  const before = [...(await journalOf(tab)).values()];
  const open = before.reduce((sum, { unsettled }) => sum + unsettled, 0);
  // A soak without failures would prove nothing.
  expect(open).toBeGreaterThan(size / 20);
  await tab.attention.click();
  const list = tab.page.getByRole("dialog");
  const unknown = list.getByRole("region", { name: "Outcome unknown" });
  const busy = list.getByRole("alert").filter({ hasText: "being sent or checked right now. Try again in a moment." });
  for (let left = open; left > 0; left -= 1)
    await expect(async () => {
      await list.getByRole("button", { name: "Check with the host" }).first().click();
      // The tab may still be asking by itself what became of it.
      await expect.poll(async () => ((await busy.isVisible()) ? "busy" : unknown.count())).not.toBe(left);
      expect(await unknown.count()).toBe(left - 1);
    }).toPass();
  const journal = await journalOf(tab);
  const ledger = await ledgerOf(host, session, username, since);
  test.info().annotations.push({
    type: "figures",
    description: `${size} orders, ${before.reduce((sum, { attempts }) => sum + attempts, 0)} attempts, ${open} unknown and settled by the host`,
  });
  for (const amount of soak.amounts) {
    const { attempts, done, unsettled } = journal.get(amount) ?? { attempts: 0, done: 0, unsettled: 0 };
    expect({ amount, entries: ledger.get(amount) ?? 0, unsettled }).toEqual({ amount, entries: attempts, unsettled: 0 });
    expect(done, `${amount} in the journal`).toBe(attempts);
  }

  await test.step("a POST that Chromium repeats by itself funds once under its key", async () => {
    const later = Date.now();
    const keys: unknown[] = [];
    const proxy = await startLossyProxy(host, {
      keepAlive: true,
      lose: ({ method, path, headers }) => {
        if (method !== "POST" || path !== "/funduser/fund") return undefined;
        keys.push(headers["idempotency-key"]);
        // The second funding reuses the first one's kept-alive connection, and loses it before the answer.
        return keys.length === 2 ? "reset" : undefined;
      },
    });
    allowedOrigins.push(proxy.origin);
    await keepSession(page, proxy.origin, session);
    await page.goto(`${proxy.origin}/funding`);
    const form = new FundingPage(page);
    const done = page.getByRole("dialog").getByRole("button", { name: "Done" });
    for (const amount of ["1.01", "2.02"]) {
      await form.send({ email, currency: "USDC", amount });
      await done.click();
    }
    expect(keys).toHaveLength(3);
    expect(keys[2], "the repeat bears the key of what it repeats").toBe(keys[1]);
    expect(await ledgerOf(host, session, username, later)).toEqual(
      new Map([
        ["1.01", 1],
        ["2.02", 1],
      ]),
    );
    await proxy.stop();
  });
});

test(`[FUND-6] without an idempotency key, ${size} fundings are sent once each, every lost answer ends as unknown, and the fence holds until it is settled`, async ({
  page,
  context,
  allowedOrigins,
  faulty: host,
}) => {
  test.setTimeout(180_000 + size * 12_000);
  const session = await signInAt(host);
  const { email, username } = await firstUser(host, session);
  const since = Date.now() - 1000;
  const random = new Random(5);
  const sent = new Map<string, number>();
  const proxy = await startLossyProxy(host, {
    keepAlive: false,
    config: {},
    lose: ({ method, path, headers, body }) => {
      if (method !== "POST" || path !== "/funduser/fund") return undefined;
      expect(Object.keys(headers)).not.toContain("idempotency-key");
      const { amount } = JSON.parse(body) as { amount: number };
      sent.set(String(amount), (sent.get(String(amount)) ?? 0) + 1);
      const draw = random.next();
      if (draw < 0.07) return "reset";
      if (draw < 0.14) return "cut";
      return draw < 0.2 ? "gateway" : undefined;
    },
  });
  allowedOrigins.push(proxy.origin);
  await keepSession(page, proxy.origin, session);
  const soak = new Soak(context, proxy.origin, email);
  await soak.run();

  const tab = await soak.attention();
  const open = [...(await journalOf(tab)).values()].reduce((sum, { unsettled }) => sum + unsettled, 0);
  expect(open).toBeGreaterThan(size / 20);
  const ledger = await ledgerOf(host, session, username, since);
  await tab.attention.click();
  const panels = tab.page.getByRole("dialog").getByRole("region", { name: "Outcome unknown" });
  await expect(panels).toHaveCount(open);
  for (let left = open; left > 0; left -= 1) {
    const panel = panels.first();
    const amount = /Fund ([\d.,]+) USDC/.exec(await panel.innerText())?.[1]?.replaceAll(",", "") ?? "";
    await expect(panel.getByRole("button", { name: "Check with the host" })).toHaveCount(0);
    await panel.getByRole("button", { name: (ledger.get(amount) ?? 0) > 0 ? "It happened" : "It did not happen" }).click();
    await expect(panels).toHaveCount(left - 1);
  }
  const journal = await journalOf(tab);
  test.info().annotations.push({ type: "figures", description: `${size} orders, ${open} unknown and settled by hand` });
  for (const amount of soak.amounts) {
    const { attempts, done, unsettled } = journal.get(amount) ?? { attempts: 0, done: 0, unsettled: 0 };
    expect(sent.get(amount) ?? 0, `requests for ${amount}`).toBeLessThanOrEqual(attempts);
    expect({ amount, entries: ledger.get(amount) ?? 0, unsettled }).toEqual({ amount, entries: done, unsettled: 0 });
  }
  await proxy.stop();
});
