import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { keepAllUp } from "../support/booted-cache.ts";
import { fakeSession } from "../support/fake-login.ts";
import { bootApp } from "../support/boot-app.tsx";
import { fill, isOff, noDialog, press, question } from "../support/fields.ts";
import { type Answer, PlayedCalls } from "../support/played-calls.ts";
import { pageOf, wireRow } from "../support/played-dashboard.ts";
import { playFunding } from "../support/played-funding.ts";
import { quickClock } from "../support/quick-clock.ts";
import { approvalsConfig, bea, cleo, playSlips, wireSlip } from "../support/played-approvals.ts";
import { savedFiles } from "../support/saved-files.ts";

type Slips = ReturnType<typeof wireSlip>[];
const grace = { id: "admin-grace", name: "Grace Hopper", email: "grace@example.com" };

let sessions = 0;
const sessionWith = (permissions: object = {}) => {
  sessions += 1;
  return fakeSession(new Date(), { permissions }, `approver-${sessions}`);
};

/** Opens the first of these slips on a host that has them. */
async function openSlip(slips: Slips, boot: { permissions?: object; host?: PlayedCalls } = {}) {
  const host = playSlips(boot.host ?? playFunding(new PlayedCalls()), () => slips);
  const { user } = await bootApp(host, {
    path: `/approvals/${slips[0]?.id}`,
    config: approvalsConfig,
    session: sessionWith(boot.permissions),
  });
  return { host, user };
}

const cheque = (): Promise<HTMLElement> => screen.findByRole("region", { name: "Slip" });
const button = (name: string): Promise<HTMLElement> => screen.findByRole("button", { name });
const approve = "POST /api/approvals/slip-00000/approve";

describe("[APPR-4] the list", () => {
  test("[APPR-4] the menu has it after Funding & Balances with the number to decide, on a host that announces it alone", async () => {
    const slips = [wireSlip(0), wireSlip(1), wireSlip(2, { maker: grace })];
    await bootApp(
      playSlips(playFunding(new PlayedCalls()), () => slips),
      { path: "/approvals", config: approvalsConfig },
    );
    const menu = await screen.findByRole("navigation", { name: "Main menu" });
    const entry = await within(menu).findByRole("link", { name: /Approvals.*2 to decide/ });
    const names = within(menu)
      .getAllByRole("link")
      .map((link) => link.textContent);
    expect(names.indexOf("Funding & Balances")).toBe(names.findIndex((name) => name?.startsWith("Approvals")) - 1);
    expect(entry.getAttribute("aria-current")).toBe("page");
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Approvals");
  });

  test("[APPR-4] without it in config.json nothing of it shows, and nothing is asked for", async () => {
    const host = playFunding(new PlayedCalls());
    await bootApp(host, { path: "/approvals" });
    expect(await screen.findByText("This host has no approvals")).toBeTruthy();
    expect(screen.queryByRole("link", { name: /Approvals/ })).toBeNull();
    expect(host.calls.filter(({ name }) => name.includes("approvals"))).toEqual([]);
  });

  test("[APPR-4] the tabs tell what is to decide, what is mine and what was decided; filters stand in the URL", async () => {
    const slips = [
      wireSlip(0, { email: "ada@example.com" }),
      wireSlip(1, { email: "own@example.com", maker: grace }),
      wireSlip(2, {
        email: "done@example.com",
        state: "executed",
        checker: cleo,
        decidedAt: new Date().toISOString(),
        currency: "BTC",
        amount: "0.5",
      }),
    ];
    const host = playSlips(playFunding(new PlayedCalls()), () => slips);
    const { user } = await bootApp(host, { path: "/approvals", config: approvalsConfig, session: sessionWith() });
    expect(await screen.findByText("1 slip", { exact: false })).toBeTruthy();
    expect(screen.getByText("ada@example.com")).toBeTruthy();
    expect(screen.queryByText(/^(own|done)@example\.com$/)).toBeNull();
    await user.click(screen.getByRole("tab", { name: "Mine" }));
    await waitFor(() => expect(host.callsOf("GET /api/approvals").some(({ query }) => query["maker"] === "grace@example.com")).toBe(true));
    expect(await screen.findByText("own@example.com")).toBeTruthy();
    expect(screen.queryByText(/^(ada|done)@example\.com$/)).toBeNull();
    await user.click(screen.getByRole("tab", { name: "Decided" }));
    expect(await screen.findByText("done@example.com")).toBeTruthy();
    expect(screen.queryByText(/^(ada|own)@example\.com$/)).toBeNull();
    await user.click(await screen.findByRole("button", { name: "Filters" }));
    await user.selectOptions(await screen.findByRole("combobox", { name: "Currency" }), "BTC");
    await user.click(screen.getByRole("button", { name: "Apply Filters" }));
    await waitFor(() => expect(location.search).toBe("?tab=decided&currency=BTC"));
    await waitFor(() =>
      // Not the last one: the menu asks for its count, too.
      expect(host.callsOf("GET /api/approvals").map(({ query }) => query)).toContainEqual({
        state: "executed,refused,withdrawn,expired",
        currency: "BTC",
        page: "1",
        limit: "50",
      }),
    );
    const chips = await screen.findByRole("group", { name: "Active filters" });
    await user.click(within(chips).getByRole("button", { name: /Remove/ }));
    await waitFor(() => expect(location.search).toBe("?tab=decided"));
  });

  test("[APPR-4] an admin who may neither fund nor read reports is told so, and nothing is asked for", async () => {
    const host = playFunding(new PlayedCalls());
    const session = sessionWith({ canFundUsers: false, canAccessReports: false });
    await bootApp(host, { path: "/approvals", config: approvalsConfig, session });
    expect(await screen.findByText("Needs the permission canFundUsers or canAccessReports.")).toBeTruthy();
    expect(host.calls.filter(({ name }) => name.includes("approvals"))).toEqual([]);
  });

  test("[APPR-4] a slip that the host doesn't have is said to be none of its own", async () => {
    const host = playSlips(playFunding(new PlayedCalls()), () => []);
    host.on("GET /api/approvals/gone", { status: 404, json: { success: false, message: "No such slip" } });
    await bootApp(host, { path: "/approvals/gone", config: approvalsConfig, session: sessionWith() });
    expect(await screen.findByText("The host has no such slip")).toBeTruthy();
  });

  test.each([
    ["The slip could not be fetched", { status: 404, body: "404 page not found", contentType: "text/plain" }],
    ["no Route matched", { status: 404, json: { message: "no Route matched" } }],
  ])("[APPR-4, SYNC-8] a proxy's 404 in the host's place says nothing of a slip: %s", async (title, answer) => {
    const host = playSlips(playFunding(new PlayedCalls()), () => []);
    host.on("GET /api/approvals/gone", answer);
    await bootApp(host, { path: "/approvals/gone", config: approvalsConfig, session: sessionWith() });
    expect(await screen.findByText(title)).toBeTruthy();
  });
});

describe("[APPR-5] one slip", () => {
  test("[APPR-5] it shows both stubs, the reason as the host labels it and the note in the maker's words", async () => {
    await openSlip([wireSlip(0, { note: "Promised\n<b>twice</b>" })]);
    const text = (await cheque()).textContent;
    await waitFor(async () => expect((await cheque()).textContent).toContain("Goodwill"));
    expect(text).toContain("Bea Maker");
    expect(text).toContain("1,500,000");
    expect(text).toContain("Promised\n<b>twice</b>");
    expect(within(await cheque()).getByRole("group", { name: "Decided by" }).textContent).toContain("nobody yet");
  });

  test("[APPR-5] the user stands beside it: KYC, the balance then and now, and the latest transactions, with their age", async () => {
    const host = playFunding(new PlayedCalls()).on("GET /admin/users/wallets", {
      json: { email: "ada@example.com", wallets: {}, balances: { ngnbBalance: "250000.5" } },
    });
    host.on(
      "GET /analytics/filter",
      pageOf([wireRow(500, { username: "ada", userId: "u-1", currency: "NGNB", amount: 12, type: "DEPOSIT" })]),
    );
    await openSlip([wireSlip(0)], { host });
    const part = await screen.findByRole("region", { name: "The user" });
    await waitFor(() => expect(part.textContent).toMatch(/Balance when asked250,000\.5 NGNBno other transaction since/));
    expect(part.textContent).toContain("Account fromJan 1, 2026");
    expect(part.textContent).toMatch(/Balance now250,000\.5 NGNBas of/);
    expect(part.textContent).toMatch(/If it is approved1,750,000\.5 NGNB/);
    expect((await cheque()).textContent).toMatch(/Available balance, if it is approvedfrom 250,000\.5→ to 1,750,000\.5 NGNBas of/);
    expect(within(part).getByRole("table", { name: "Latest NGNB transactions" })).toBeTruthy();
    // The balance isn't told by the change stream; the slip and the user are.
    await keepAllUp();
    expect(await screen.findByText(/^As of \w{3} \d+, /)).toBeTruthy();
    expect(
      within(part)
        .getAllByText(/^as of /)
        .map(({ textContent }) => /\w{3} \d+, /.test(textContent)),
    ).toEqual([true, false, false]);
    expect(screen.getAllByText(/as of \w{3} \d+, /, { selector: "span" })).toHaveLength(1);
  });

  test("[APPR-5] a slip that another checker executes after the balance was fetched is not taken out of that balance", async () => {
    const clock = quickClock();
    const host = playFunding(new PlayedCalls())
      .on("GET /admin/users/wallets", { json: { email: "ada@example.com", wallets: {}, balances: { ngnbBalance: "2000000" } } })
      .on("GET /analytics/filter", pageOf([]));
    const slips = [wireSlip(0)];
    await openSlip(slips, { host });
    const part = await screen.findByRole("region", { name: "The user" });
    const asAsked = /Balance when asked2,000,000 NGNBno other transaction since/;
    await waitFor(() => expect(part.textContent).toMatch(asAsked));
    await clock.pass(5000);
    const decidedAt = new Date().toISOString();
    const [{ madeAt, expiresAt } = {}] = slips;
    const own = { username: "ada", userId: "u-1", currency: "NGNB", amount: 1500000, type: "DEPOSIT", reference: "FUND-1" };
    host.on("GET /analytics/filter", pageOf([wireRow(0, { ...own, createdAt: decidedAt })]));
    slips[0] = wireSlip(0, { madeAt, expiresAt, state: "executed", checker: cleo, decidedAt, reference: "FUND-1" });
    const table = { name: "Latest NGNB transactions" };
    await clock.passUntil(2000, () => expect(within(part).getByRole("table", table).textContent).toContain("1,500,000"));
    expect(part.textContent).toMatch(asAsked);
    expect(part.textContent).toMatch(/Balance now2,000,000 NGNB/);
  });

  test("[APPR-5] a deduction above the balance says so, and another balance since is not passed off as the one then", async () => {
    const host = playFunding(new PlayedCalls()).on("GET /admin/users/wallets", {
      json: { email: "ada@example.com", wallets: {}, balances: { ngnbBalance: "10" } },
    });
    host.on("GET /analytics/filter", pageOf([wireRow(0, { username: "ada", userId: "u-1", currency: "NGNB", amount: -5 })]));
    await openSlip([wireSlip(0, { operation: "deduct" })], { host });
    const part = await screen.findByRole("region", { name: "The user" });
    await waitFor(() => expect(part.textContent).toContain("1 transaction since, so it was a different one"));
    expect(part.textContent).toContain("More than the balance. The host will most likely refuse it.");
  });

  test("[APPR-5] a swap into the slip's currency, which lists name by the other one, has moved the balance", async () => {
    const swap = { type: "SWAP", currency: "BTC", fromCurrency: "BTC", toCurrency: "NGNB", amount: -0.01 };
    // Of now: one made after the balances were asked for would not be in them.
    const row = wireRow(0, { username: "ada", userId: "u-1", ...swap });
    const host = playFunding(new PlayedCalls())
      .on("GET /admin/users/wallets", { json: { email: "ada@example.com", wallets: {}, balances: { ngnbBalance: "10" } } })
      .on("GET /analytics/filter", (call) => pageOf(call.query["currency"] ? [] : [row])(call));
    await openSlip([wireSlip(0)], { host });
    const part = await screen.findByRole("region", { name: "The user" });
    await waitFor(() => expect(part.textContent).toContain("1 transaction since, so it was a different one"));
  });

  test.each([
    ["a gift card's, which names the card's currency", { type: "GIFTCARD", currency: "USD" }, 1],
    ["naira under their other name", { currency: "NGN" }, 1],
    ["no currency", { currency: null }, 1],
    ["another currency", { currency: "BTC" }, 0],
  ])("[APPR-5] of a transaction since, %s, it is said whether it may have moved the balance", async (_, fields, count) => {
    const row = wireRow(0, { username: "ada", userId: "u-1", amount: 5, type: "DEPOSIT", ...fields });
    const host = playFunding(new PlayedCalls())
      .on("GET /admin/users/wallets", { json: { email: "ada@example.com", wallets: {}, balances: { ngnbBalance: "10" } } })
      .on("GET /analytics/filter", (call) => pageOf(call.query["currency"] ? [] : [row])(call));
    await openSlip([wireSlip(0)], { host });
    const part = await screen.findByRole("region", { name: "The user" });
    const said = count === 0 ? "no other transaction since" : "1 transaction since, so it was a different one";
    await waitFor(() => expect(part.textContent).toContain(said));
  });

  test("[APPR-5] a slip stays where neither the host nor the cache can be searched for the user's transactions, and says so", async () => {
    const host = playFunding(new PlayedCalls()).on("GET /analytics/filter", { status: 403, json: { success: false, message: "No" } });
    playSlips(host, () => [wireSlip(0)]);
    await bootApp(host, { path: "/approvals", config: approvalsConfig, session: sessionWith() });
    await screen.findByText("1 slip", { exact: false });
    const { inUse } = await import("../../src/app/session/session-end.ts");
    Object.assign(inUse.sync?.search ?? {}, { ask: () => Promise.reject(new Error("search failed")) });
    act(() => history.pushState(null, "", "/approvals/slip-00000"));
    const part = await screen.findByRole("region", { name: "The user" });
    expect(await within(part).findByText("The cache of this device can't be searched.")).toBeTruthy();
    expect(await button("Approve and Fund")).toBeTruthy();
  });

  test("[APPR-5] where the host doesn't tell all transactions since, the balance then is not known", async () => {
    const host = playFunding(new PlayedCalls()).on("GET /admin/users/wallets", {
      json: { email: "ada@example.com", wallets: {}, balances: { ngnbBalance: "10" } },
    });
    const data = [
      wireRow(0, { username: "adaobi", userId: "u-2", currency: "NGNB" }),
      wireRow(1, { username: "ada", userId: "u-1", currency: "NGNB" }),
    ];
    host.on("GET /analytics/filter", { json: { success: true, data, pagination: { hasNextPage: true } } });
    // Made before both rows.
    await openSlip([wireSlip(1)], { host });
    const part = await screen.findByRole("region", { name: "The user" });
    await waitFor(() => expect(within(part).getAllByRole("row")).toHaveLength(2));
    await waitFor(() => expect(part.textContent).toContain("Balance now10"));
    expect(part.textContent).toContain("Balance when askednot known");
  });

  const offs: [string, Parameters<typeof openSlip>[1], Readonly<Record<string, unknown>>, Record<string, string | undefined>][] = [
    [
      "the maker's own slip",
      {},
      { maker: grace },
      {
        "Approve and Fund": "Somebody else must decide on what you asked for",
        Refuse: "Somebody else must decide on what you asked for",
        Withdraw: undefined,
      },
    ],
    [
      "the permission that is missing",
      { permissions: { canFundUsers: false } },
      {},
      { "Approve and Fund": "Needs the permission canFundUsers", Refuse: "Needs the permission canFundUsers" },
    ],
    [
      "another digest than the host's",
      {},
      { digest: "a".repeat(64) },
      { "Approve and Fund": "The host would execute something else than what stands here", Refuse: undefined },
    ],
    [
      "an operation that isn't known here",
      {},
      { operation: "debit" },
      {
        Approve: "This version doesn't know what it does: decide on it elsewhere",
        Refuse: "This version doesn't know what it does: decide on it elsewhere",
      },
    ],
    ["nothing", {}, { operation: "deduct" }, { "Approve and Deduct": undefined, Refuse: undefined }],
  ];
  test.each(offs)("[APPR-5, APPR-7] the buttons are off for %s, with the reason in words", async (_, boot, fields, expected) => {
    await openSlip([wireSlip(0, fields)], boot);
    await cheque();
    for (const [name, reason] of Object.entries(expected)) {
      const found = await button(name);
      await waitFor(() => expect([name, isOff(found)]).toEqual([name, reason !== undefined]));
      if (reason !== undefined) {
        expect(found.title).toBe(reason);
        expect(screen.getAllByText(reason, { exact: false }).length).toBeGreaterThan(0);
      }
    }
    if (!("Withdraw" in expected)) expect(screen.queryByRole("button", { name: "Withdraw" })).toBeNull();
  });

  test("[APPR-7] a slip past its time has expired, whatever the host said when it was asked, and can't be decided", async () => {
    await openSlip([wireSlip(0, { expiresAt: new Date(Date.now() - 1000).toISOString() })]);
    expect(await screen.findByText("Nobody decided in time. Nothing was moved.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Approve and Fund" })).toBeNull();
  });

  test("[APPR-7] where the host's digest is another one, the page says what that means", async () => {
    await openSlip([wireSlip(0, { digest: "a".repeat(64) })]);
    expect((await screen.findByRole("alert")).textContent).toContain("What stands here is not what the host would execute");
  });
});

describe("[APPR-5] what speaks for a mistake", () => {
  const evidence = (): Promise<HTMLElement> => screen.findByRole("region", { name: "What speaks for a mistake" });

  test("[APPR-5] the same amount within 7 days, a maker's first slip and a young account are said, with their evidence as links", async () => {
    const hourAgo = new Date(Date.now() - 3_700_000).toISOString();
    const host = playFunding(new PlayedCalls());
    host.on("GET /usermanagement/users", {
      json: { users: [{ _id: "u-1", username: "ada", email: "ada@example.com", createdAt: hourAgo }], pagination: { total: 1, skip: 0 } },
    });
    const same = wireRow(60, { username: "ada", userId: "u-1", currency: "NGNB", amount: 1500000, reference: "FUND-EARLIER" });
    const back = wireRow(61, { username: "ada", userId: "u-1", currency: "NGNB", amount: -1500000, reference: "DEDUCT-BACK" });
    host.on("GET /analytics/filter", pageOf([same, back]));
    await openSlip([wireSlip(0)], { host });
    const part = await evidence();
    await waitFor(() => expect(part.textContent).toContain("moved the same way for this user 1 time within 7 days"));
    expect(
      within(part)
        .getByRole("link", { name: /FUND-EARLIER/ })
        .getAttribute("href"),
    ).toBe("/?searchTerm=FUND-EARLIER");
    expect(within(part).queryByRole("link", { name: /DEDUCT-BACK/ })).toBeNull();
    await waitFor(() => expect(part.textContent).toContain("It is the first slip that Bea Maker has made."));
    const others = within(part).getByRole("link", { name: "Bea Maker's slips" });
    expect(others.getAttribute("href")).toBe("/approvals?tab=decided&maker=bea%40example.com");
    expect(part.textContent).toContain("The user's account was 1 hour old when this was asked for.");
    expect(
      host.callsOf("GET /analytics/filter").some(({ query }) => query["minAmount"] === "1500000" && query["maxAmount"] === "1500000"),
    ).toBe(true);
  });

  test("[APPR-5] where none of it holds, each is said to have been checked", async () => {
    const host = playFunding(new PlayedCalls()).on("GET /analytics/filter", pageOf([]));
    await openSlip([wireSlip(0), wireSlip(1, { state: "executed", email: "bob@example.com" })], { host });
    const part = await evidence();
    await waitFor(() =>
      expect(part.textContent).toContain(
        "Nothing was found that speaks for a mistake. Of other requests, only those kept on this device were looked at.",
      ),
    );
    expect(part.textContent).toContain("No other 1,500,000 NGNB was moved this way");
    expect(part.textContent).toContain("Bea Maker has made 2 slips in all.");
    expect(part.textContent).toContain("The user's account is from Jan 1, 2026");
  });

  test("[APPR-5] after a reload without the host, what was found stands there with its age", async () => {
    const seen = wireRow(60, { username: "ada", userId: "u-1", currency: "NGNB", amount: 1500000, reference: "FUND-EARLIER" });
    const host = playFunding(new PlayedCalls()).on("GET /analytics/filter", pageOf([seen]));
    const slips = [wireSlip(0)];
    const boot = { path: `/approvals/${slips[0]?.id}`, config: approvalsConfig, session: sessionWith() };
    await bootApp(
      playSlips(host, () => slips),
      boot,
    );
    const same = "moved the same way for this user 1 time within 7 days";
    await waitFor(async () => expect((await evidence()).textContent).toContain(same));
    await waitFor(async () => expect((await evidence()).textContent).toContain("It is the first slip that Bea Maker has made."));
    cleanup();
    const gone = new (class extends PlayedCalls {
      override answer = (): Promise<Answer> => Promise.resolve({ is: "cut" });
    })();
    await bootApp(gone, boot);
    await waitFor(async () => expect((await evidence()).textContent).toContain(same));
    const part = await evidence();
    expect(within(part).getByRole("link", { name: /FUND-EARLIER/ })).toBeTruthy();
    expect(part.textContent).toContain("It is the first slip that Bea Maker has made.");
    expect(part.textContent).toMatch(/as of/);
    expect(await screen.findByText(/As of .*, from this device/)).toBeTruthy();
  });

  test("[APPR-5] what could not be checked says so, and why", async () => {
    const host = playFunding(new PlayedCalls());
    host.on("GET /usermanagement/users", { json: { users: [], pagination: { total: 0, skip: 0 } } });
    await openSlip([wireSlip(0)], { host, permissions: { canViewTransactions: false } });
    const part = await evidence();
    await waitFor(() => expect(part.textContent).toContain("Needs the permission canViewTransactions."));
    await waitFor(() => expect(part.textContent).toContain("Not checked: how old the user's account was. This user is not known here."));
  });
});

describe("[APPR-6] the decision", () => {
  /** A host that executes its slip when it is approved. */
  function deciding(answerOf: (slips: Slips) => object = () => ({})) {
    const slips = [wireSlip(0)];
    const host = playFunding(new PlayedCalls());
    host.on(approve, () => {
      const answer = answerOf(slips);
      if (Object.keys(answer).length > 0) return answer;
      slips[0] = wireSlip(0, {
        madeAt: slips[0]?.madeAt,
        expiresAt: slips[0]?.expiresAt,
        state: "executed",
        checker: grace,
        decidedAt: new Date().toISOString(),
        newBalance: "1500010",
        reference: "FUND-NEW",
      });
      return { json: { success: true, message: "Funded ada@example.com", data: slips[0] } };
    });
    return { slips, host };
  }

  test("[APPR-6, APPR-7] it is confirmed, sent once with the digest of what is shown, and shows what came of it", async () => {
    const { slips, host } = deciding();
    const { user } = await openSlip(slips, { host });
    const digest = slips[0]?.["digest"];
    await press(user, "Approve and Fund");
    const asked = await question();
    expect(asked.getByText(/ada@example\.com gets 1,500,000 NGNB at once/)).toBeTruthy();
    await waitFor(() =>
      expect(asked.getByRole("region", { name: "Slip" }).textContent).toMatch(/Bea Maker.*1,500,000.*Goodwill.*Promised by support/s),
    );
    await press(user, "Approve and Fund", asked);
    await noDialog();
    await waitFor(async () => expect((await cheque()).textContent).toContain("1,500,010 NGNB"));
    expect(host.callsOf(approve).map(({ body }) => body)).toEqual([{ digest }]);
    expect(
      within(await cheque())
        .getByRole("link", { name: "FUND-NEW" })
        .getAttribute("href"),
    ).toBe("/?searchTerm=FUND-NEW");
    expect(screen.queryByRole("button", { name: "Approve and Fund" })).toBeNull();
    expect(await button("Download receipt")).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Decided by"));
  });

  test("[APPR-6] of two checkers the later one is told who did it, and sees the slip as it is", async () => {
    const { slips, host } = deciding((now) => {
      now[0] = wireSlip(0, {
        madeAt: now[0]?.madeAt,
        expiresAt: now[0]?.expiresAt,
        state: "executed",
        checker: cleo,
        decidedAt: new Date().toISOString(),
        reference: "FUND-CLEO",
      });
      return { status: 409, json: { success: false, message: "Cleo Checker has approved it already", data: now[0] } };
    });
    const { user } = await openSlip(slips, { host });
    await press(user, "Approve and Fund");
    await press(user, "Approve and Fund", await question());
    await noDialog();
    const main = await screen.findByRole("main");
    expect((await within(main).findByRole("alert")).textContent).toContain("Cleo Checker has approved it already");
    await waitFor(async () =>
      expect(within(await cheque()).getByRole("group", { name: "Decided by" }).textContent).toContain("Cleo Checker"),
    );
  });

  test("[APPR-6, A11Y] where another checker decides first, the focus that a button had goes to who decided", async () => {
    const { slips } = deciding();
    const clock = quickClock();
    await openSlip(slips);
    (await button("Approve and Fund")).focus();
    const { madeAt, expiresAt } = slips[0] ?? {};
    slips[0] = wireSlip(0, { madeAt, expiresAt, state: "executed", checker: cleo, decidedAt: new Date().toISOString() });
    await clock.passUntil(2000, () => expect(document.activeElement?.getAttribute("aria-label")).toBe("Decided by"));
    expect(screen.queryByRole("button", { name: "Approve and Fund" })).toBeNull();
  });

  test("[APPR-7] a deduction that isn't covered any more shows the host's words, and the slip stays open", async () => {
    const slips = [wireSlip(0, { operation: "deduct" })];
    const host = playFunding(new PlayedCalls()).on(approve, () => ({
      status: 409,
      json: { success: false, message: "ada@example.com has 12 NGNB", data: slips[0] },
    }));
    const { user } = await openSlip(slips, { host });
    await press(user, "Approve and Deduct");
    await press(user, "Approve and Deduct", await question());
    const main = await screen.findByRole("main");
    expect((await within(main).findByRole("alert")).textContent).toContain("ada@example.com has 12 NGNB");
    expect(isOff(await button("Approve and Deduct"))).toBe(false);
  });

  test("[APPR-6] a lost answer is unknown, keeps every decision off, and is settled by reading the slip", async () => {
    let isBack = false;
    const { slips, host } = deciding((now) => {
      now[0] = wireSlip(0, {
        madeAt: now[0]?.madeAt,
        expiresAt: now[0]?.expiresAt,
        state: "executed",
        checker: { ...grace, id: "x" },
        decidedAt: new Date().toISOString(),
      });
      return { is: "cut" };
    });
    const open = slips[0];
    const { user } = await openSlip(slips, { host });
    await cheque();
    host.on("GET /api/approvals/slip-00000", () => ({ json: { success: true, data: isBack ? slips[0] : open } }));
    await press(user, "Approve and Fund");
    await press(user, "Approve and Fund", await question());
    expect((await screen.findAllByText("Outcome unknown")).length).toBeGreaterThan(0);
    await waitFor(async () => expect((await button("Refuse")).title).toBe("The outcome of an earlier decision on it is not known yet"));
    isBack = true;
    const looked = () => {
      window.dispatchEvent(new Event("focus"));
      expect(screen.getByRole("region", { name: "Slip" }).textContent).toContain("Executed");
    };
    await waitFor(looked, { timeout: 5000 });
    await waitFor(() => expect(screen.queryByRole("heading", { name: "Outcome unknown" })).toBeNull());
    expect(host.callsOf(approve)).toHaveLength(1);
  });

  test("[APPR-6] an approval that is answered with a slip that is still open, or ended otherwise, is not called done", async () => {
    const { slips, host } = deciding((now) => ({ json: { success: true, message: "Approved", data: now[0] } }));
    const { user } = await openSlip(slips, { host });
    await press(user, "Approve and Fund");
    await press(user, "Approve and Fund", await question());
    expect((await screen.findAllByText("Outcome unknown")).length).toBeGreaterThan(0);
    // What the host said stands below it.
    expect(screen.queryByText("Approved", { selector: "[id$=':title']" })).toBeNull();
    slips[0] = wireSlip(0, { madeAt: slips[0]?.madeAt, expiresAt: slips[0]?.expiresAt, state: "refused", checker: cleo, why: "Not hers" });
    await waitFor(() => {
      window.dispatchEvent(new Event("focus"));
      expect(screen.queryByRole("heading", { name: "Outcome unknown" })).toBeNull();
    });
    expect(host.callsOf(approve)).toHaveLength(1);
  });

  test("[APPR-5] a refusal asks for a note; a withdrawal is the maker's", async () => {
    const slips = [wireSlip(0)];
    const host = playFunding(new PlayedCalls());
    host.on("POST /api/approvals/slip-00000/refuse", () => {
      slips[0] = wireSlip(0, { state: "refused", checker: grace, decisionNote: "Twice already" });
      return { json: { success: true, data: slips[0] } };
    });
    const { user } = await openSlip(slips, { host });
    await press(user, "Refuse");
    const asked = await question();
    await press(user, "Refuse", asked);
    expect(asked.getByText("Say why you refuse")).toBeTruthy();
    expect(host.callsOf("POST /api/approvals/slip-00000/refuse")).toEqual([]);
    await fill(user, asked.getByRole("textbox", { name: /Note/ }), "Twice already");
    await press(user, "Refuse", asked);
    await noDialog();
    expect(host.callsOf("POST /api/approvals/slip-00000/refuse").map(({ body }) => body)).toEqual([{ note: "Twice already" }]);
    await waitFor(async () => expect((await cheque()).textContent).toContain("Twice already"));
  });

  test("[APPR-5] the maker withdraws", async () => {
    const slips = [wireSlip(0, { maker: grace })];
    const host = playFunding(new PlayedCalls());
    host.on("POST /api/approvals/slip-00000/withdraw", () => {
      slips[0] = wireSlip(0, { maker: grace, state: "withdrawn" });
      return { json: { success: true, data: slips[0] } };
    });
    const { user } = await openSlip(slips, { host });
    await press(user, "Withdraw");
    await press(user, "Withdraw", await question());
    await noDialog();
    expect(await screen.findByText(/Withdrawn by its maker/)).toBeTruthy();
  });
});

test("[APPR-11] the receipt of an executed slip is saved as the host gives it", async () => {
  const saved = savedFiles();
  const receipt = { v: 1, slip: { id: "slip-00000" }, chain: [] };
  const host = playFunding(new PlayedCalls()).on("GET /api/approvals/slip-00000/receipt", { json: { success: true, data: receipt } });
  const { user } = await openSlip([wireSlip(0, { state: "executed", checker: cleo, reference: "FUND-9", maker: bea })], { host });
  await press(user, "Download receipt");
  expect(await screen.findByText("The receipt was saved")).toBeTruthy();
  expect(JSON.parse((await saved[0]?.text()) ?? "")).toEqual(receipt);
});
