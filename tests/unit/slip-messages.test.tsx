import { cleanup, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { keepAllUp } from "../support/booted-cache.ts";
import { fakeSession } from "../support/fake-login.ts";
import { byKey, fill, isOff, noDialog, press, question } from "../support/fields.ts";
import { approvalsConfig, cleo, playSlips, playedPolicy, wireSlip } from "../support/played-approvals.ts";
import { type Answer, PlayedCalls } from "../support/played-calls.ts";
import { pageOf, wireRow } from "../support/played-dashboard.ts";
import { playFunding } from "../support/played-funding.ts";

type Slips = ReturnType<typeof wireSlip>[];
const grace = { id: "admin-grace", name: "Grace Hopper", email: "grace@example.com" };

let sessions = 0;
const newSession = () => {
  sessions += 1;
  return fakeSession(new Date(), {}, `reader-${sessions}`);
};
const hostOf = (slips: Slips) => playSlips(playFunding(new PlayedCalls()), () => slips);
const policyCall = "GET /api/approvals/policy";
const signed = { json: { success: true, data: { ...playedPolicy, signing: "passkey" } } };
/** A refusal without words of the host's. */
const refused = (status: number): Answer => ({ status, json: { success: false } });
/** A host that nobody reaches. */
const gone = () =>
  new (class extends PlayedCalls {
    override answer = (): Promise<Answer> => Promise.resolve({ is: "cut" });
  })();

interface Opening {
  readonly path?: string;
  readonly session?: ReturnType<typeof fakeSession>;
  readonly config?: object;
}
const open = (host: PlayedCalls, { path = "/approvals", session = newSession(), config = approvalsConfig }: Opening = {}) =>
  bootApp(host, { path, session, config });
const openSlip = (host: PlayedCalls, more: Opening = {}) => open(host, { path: "/approvals/slip-00000", ...more });
/** Goes to another screen within the app. */
function goTo(path: string): void {
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}
const says = (text: string | RegExp) => screen.findByText(text);
/** A paragraph of several elements. */
const line = (text: RegExp) => screen.findByText((_, part) => part?.localName === "p" && text.test(part.textContent ?? ""));
/** Has everything in view fetched again. */
const lookAgain = (check: () => void) =>
  waitFor(() => {
    window.dispatchEvent(new Event("focus"));
    check();
  });

describe("[APPR-4] the list says", () => {
  test("[APPR-4] of each empty tab what would be there, and of filters that nothing fits", async () => {
    const { user } = await open(hostOf([]));
    await says("Nothing waits for you");
    await says("Fundings and deductions that need a second admin appear here, newest first.");
    await user.click(screen.getByRole("tab", { name: "Mine" }));
    await says("You have asked for nothing yet");
    await says("What you send for approval from Funding & Balances appears here with its outcome.");
    await user.click(screen.getByRole("tab", { name: "Decided" }));
    await says("Nothing was decided yet");
    await says("Whatever was executed, refused, withdrawn or has expired appears here.");
    await user.click(screen.getByRole("button", { name: "Filters" }));
    const filters = within(await screen.findByRole("search", { name: "Filter approvals" }));
    expect(filters.getByText("An admin's email")).toBeTruthy();
    await user.selectOptions(filters.getByLabelText("Currency"), "BTC");
    await press(user, "Apply Filters");
    await says("No slip fits these filters. Clear some of them.");
  });

  test("[APPR-4] that it is being asked for, without a count of what nobody has yet", async () => {
    const host = hostOf([]).on("GET /api/approvals", { is: "silence" });
    await open(host);
    await says("Loading the approvals");
    await says("asking the host");
    expect(screen.queryByText(/kept on this device/)).toBeNull();
  });

  test("[APPR-4] without a host that none was ever fetched, and when they come", async () => {
    await open(gone());
    await says("No approvals were fetched to this device yet");
    await says("They come as soon as the host can be reached.");
  });

  test("[APPR-4] a refusal, an unreadable answer and how old the rows are", async () => {
    const slips = [wireSlip(0)];
    const list = hostOf(slips);
    await open(list);
    await line(/^1 slip · as of \d/);
    await keepAllUp();
    await line(/^1 slip · as of \w{3} \d+, /);
    // Without the age, which would be announced each minute.
    expect(screen.getByText("1 slip", { selector: "[role=status]" })).toBeTruthy();
    list.on("GET /api/approvals", refused(400));
    await lookAgain(() => expect(screen.getByText("The approvals could not be fetched")).toBeTruthy());
    await says("What stands here is as old as it says. Try again, or wait: it is asked for every minute.");
    expect(screen.getByRole("link", { name: /^Fund 1,500,000 NGNB/ })).toBeTruthy();
    list.on("GET /api/approvals", { json: { success: true, data: { approvals: [{ id: 7 }], total: 1, toDecide: 1 } } });
    await lookAgain(() => expect(screen.getByText(/^GET \/api\/approvals was answered with something that can't be read: /)).toBeTruthy());
  });

  test("[APPR-4] how many of them this device keeps, online and without a host", async () => {
    const slips = Array.from({ length: 60 }, (_, at) => wireSlip(at));
    const session = newSession();
    await open(hostOf(slips), { session });
    await line(/^60 slips · 50 of them kept on this device · as of/);
    cleanup();
    const { user } = await open(gone(), { session });
    await line(/^50 of the 50 slips kept on this device · there may be more at the host · the host can't be reached · as of/);
    await user.click(screen.getByRole("tab", { name: "Decided" }));
    await says("None of the slips kept on this device");
    expect(screen.queryByText("Nothing was decided yet")).toBeNull();
  });

  test("[APPR-4] of one decided a moment ago that it is decided, though the host's clock is ahead", async () => {
    const decidedAt = new Date(Date.now() + 10_000).toISOString();
    await open(hostOf([wireSlip(1, { state: "executed", checker: cleo, decidedAt })]), { path: "/approvals?tab=decided" });
    await screen.findByRole("link", { name: /^Fund \d/ });
    expect(screen.getByText("now").getAttribute("datetime")).toBe(decidedAt);
  });

  test("[APPR-4, AUTH-18] who may read it, and that a host offers none", async () => {
    await open(playFunding(new PlayedCalls()), {
      session: fakeSession(new Date(), { permissions: { canFundUsers: false, canAccessReports: false } }, "reader-none"),
    });
    await says("Approvals are for admins who may fund users or read reports");
    cleanup();
    await open(playFunding(new PlayedCalls()), { config: {} });
    await says("It funds and deducts at once. Its config.json names no approvals.");
  });
});

describe("[APPR-5] a slip says", () => {
  const ends: [string, Readonly<Record<string, unknown>>, (string | RegExp)[]][] = [
    ["that it waits for a second admin", {}, [/^Waits for a second admin, until /, "nobody yet"]],
    ["that somebody else decides on an own one", { maker: grace }, [/^Waits for somebody else to decide, until /, "Grace Hopper (you)"]],
    ["that there is no note", { note: null }, ["No note was given."]],
    [
      "who refused it, why, and that nothing moved",
      { state: "refused", checker: cleo, decidedAt: new Date().toISOString(), decisionNote: "Twice already" },
      [/^Refused .*\. Nothing was moved\.$/, "Decided", "Why", "Twice already"],
    ],
    [
      "in the host's words why the host refused it",
      { state: "refused", decidedAt: new Date().toISOString(), why: "Its user is gone" },
      ["The host says: Its user is gone"],
    ],
    [
      "when its maker withdrew it, without a decision",
      { state: "withdrawn", decidedAt: new Date().toISOString() },
      [/^Withdrawn by its maker .*\. Nothing was moved\.$/, "Withdrawn"],
    ],
    [
      "when it expired, without a decision",
      { state: "expired", decidedAt: new Date().toISOString() },
      ["Nobody decided in time. Nothing was moved.", "Expired"],
    ],
    [
      "what it reverses and what reversed it",
      { state: "executed", checker: cleo, reference: "FUND-1", reverses: "DEDUCT-0", reversedBy: "DEDUCT-2" },
      ["Executed", "Reverses", "DEDUCT-0", "Reversed by", "DEDUCT-2"],
    ],
    ["a state of the host's own as it came", { state: "cancelled" }, ["cancelled"]],
  ];
  test("[APPR-5] how it stands, who did what, and why", async () => {
    const slips = ends.map(([, fields], at) => wireSlip(at, fields));
    await open(hostOf(slips), { path: "/no/such/page" });
    for (const [at, [what, fields, texts]] of ends.entries()) {
      goTo(`/approvals/${slips[at]?.id}`);
      for (const text of texts) await waitFor(() => expect(screen.queryAllByText(text).length, `${what}: ${text}`).toBeGreaterThan(0));
      if (fields["state"] !== undefined && fields["decidedAt"] === undefined)
        expect(screen.queryByText(/^(Executed |Waits)/), what).toBeNull();
      if (fields["state"] === "withdrawn" || fields["state"] === "expired") expect(screen.queryByText("Decided")).toBeNull();
    }
  });

  test("[APPR-5] that it is being fetched, isn't on this device, isn't the host's, or was not given", async () => {
    await openSlip(hostOf([wireSlip(0)]).on("GET /api/approvals/slip-00000", { is: "silence" }));
    await says("Loading the slip");
    cleanup();
    await openSlip(gone());
    await says("This slip is not on this device");
    await says("It can be fetched once the host is in reach.");
    cleanup();
    await openSlip(hostOf([]).on("GET /api/approvals/slip-00000", refused(404)));
    await says("The host has no such slip");
    await says("The address may be mistyped, or it is another host's.");
    expect(screen.getByRole("link", { name: "All approvals" }).getAttribute("href")).toBe("/approvals");
    cleanup();
    await openSlip(hostOf([]).on("GET /api/approvals/slip-00000", refused(403)));
    await says("The slip could not be fetched");
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  });

  test("[APPR-5, A11Y] a slip that comes after Try again has the focus within its page", async () => {
    const host = hostOf([wireSlip(0)]).on("GET /api/approvals/slip-00000", refused(403));
    const { user } = await openSlip(host);
    await says("The slip could not be fetched");
    host.on("GET /api/approvals/slip-00000", { json: { success: true, data: wireSlip(0) } });
    await byKey(user, "Try again");
    await screen.findByRole("region", { name: "Slip" });
    await waitFor(() => expect(screen.getByRole("main").contains(document.activeElement)).toBe(true));
  });

  test("[APPR-5] that it could not be refreshed, with the host's words, and keeps what was known", async () => {
    const host = hostOf([wireSlip(0)]);
    await openSlip(host);
    await screen.findByRole("region", { name: "Slip" });
    host.on("GET /api/approvals/slip-00000", { status: 403, json: { success: false, message: "Not for you today" } });
    await lookAgain(() => expect(screen.getByText("Could not be refreshed")).toBeTruthy());
    await says("Not for you today");
    expect(screen.getByRole("region", { name: "Slip" }).textContent).toContain("1,500,000");
  });

  test("[APPR-7] what another digest means, with the host's", async () => {
    await openSlip(hostOf([wireSlip(0, { digest: "a".repeat(64) })]));
    await says(
      "The host's digest is another one than that of what stands above. Nothing can be approved: what would be executed may differ from what you read. Tell whoever runs the host.",
    );
    await says(`The host's: ${"a".repeat(64)}`);
    await says("Digest of what is decided");
  });

  const offs: [string, object, object][] = [
    ["Its maker has not signed it yet", { ...approvalsConfig, passkeys: "/keys" }, {}],
    [
      "The host asks for a passkey's signature, but its config.json names no passkeys",
      approvalsConfig,
      { makerSignedAt: new Date().toISOString() },
    ],
  ];
  test.each(offs)("[APPR-10] %s", async (reason, config, fields) => {
    await openSlip(hostOf([wireSlip(0, { ...fields })]).on(policyCall, signed), { config });
    const button = await screen.findByRole("button", { name: "Approve and Fund" });
    await waitFor(() => expect(button.title).toBe(reason));
    expect(isOff(button)).toBe(true);
  });

  test("[APPR-7] in an open confirmation that its time is over, and sends nothing", async () => {
    const host = hostOf([wireSlip(0)]);
    vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], shouldAdvanceTime: true });
    try {
      const { user } = await openSlip(host);
      await press(user, "Approve and Fund");
      const asked = await question();
      vi.setSystemTime(Date.now() + 25 * 3_600_000);
      await vi.advanceTimersByTimeAsync(15_000);
      await waitFor(() => expect(isOff(asked.getByRole("button", { name: "Approve and Fund" }))).toBe(true));
      expect(asked.getByRole("button", { name: "Approve and Fund" }).title).toBe("Its time is over");
      expect(host.callsOf("POST /api/approvals/slip-00000/approve")).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("[APPR-6] in an open confirmation that another admin has decided", async () => {
    const slips = [wireSlip(0)];
    const { user } = await openSlip(hostOf(slips));
    await press(user, "Approve and Fund");
    const asked = await question();
    slips[0] = wireSlip(0, { state: "executed", checker: grace, decidedAt: new Date().toISOString(), reference: "FUND-1" });
    await lookAgain(() => expect(isOff(asked.getByRole("button", { name: "Approve and Fund" }))).toBe(true));
    expect(asked.getByRole("button", { name: "Approve and Fund" }).title).toBe("Executed");
  });
});

test("[APPR-1, APPR-10] a decision refused under rules that have changed has them read again at once", async () => {
  const host = hostOf([wireSlip(0)]);
  const { user } = await openSlip(host, { config: { ...approvalsConfig, passkeys: "/keys" } });
  await press(user, "Approve and Fund");
  const asked = await question();
  host.on(policyCall, signed).on("POST /api/approvals/slip-00000/approve", refused(400));
  await press(user, "Approve and Fund", asked);
  await noDialog();
  await waitFor(() => expect(screen.getByRole("button", { name: "Approve and Fund" }).title).toBe("Its maker has not signed it yet"));
});

/** Opens a slip's question and confirms it. */
async function decide(user: UserEvent, name: string, note?: string): Promise<void> {
  await press(user, name);
  const asked = await question();
  if (note !== undefined) await fill(user, asked.getByRole("textbox", { name: /Note/ }), note);
  await press(user, name, asked);
  await noDialog();
}

describe("[APPR-5, APPR-6] a decision says", () => {
  const decisions: [string, string, Readonly<Record<string, unknown>>, string[], string][] = [
    [
      "approve",
      "Approve and Fund",
      {},
      ["Approve this funding", "ada@example.com gets 100 NGNB at once. It can't be taken back, only reversed."],
      "Approved and funded",
    ],
    [
      "approve",
      "Approve and Deduct",
      { operation: "deduct" },
      ["Approve this deduction", "200 NGNB is taken from ada@example.com at once. It can't be taken back, only reversed."],
      "Approved and deducted",
    ],
    [
      "refuse",
      "Refuse",
      {},
      [
        "Refuse this slip",
        "Nothing is moved. Bea Maker reads your note, and can ask again.",
        "Why you refuse, for Bea Maker and the audit log",
      ],
      "Refused",
    ],
    [
      "withdraw",
      "Withdraw",
      { maker: grace },
      ["Withdraw this slip", "Nothing is moved, and nobody can approve it any more. You can ask again."],
      "Withdrawn",
    ],
  ];
  test("[APPR-6] what it does before it is sent, and after that what was done or refused", async () => {
    const slips = decisions.map(([, , fields], at) => wireSlip(at, { ...fields, amount: `${at + 1}00` }));
    const host = hostOf(slips);
    const { user } = await open(host, { path: "/no/such/page" });
    for (const [at, [call, name, , texts, done]] of decisions.entries()) {
      const path = `POST /api/approvals/${slips[at]?.id}/${call}`;
      host.on(path, refused(409));
      goTo(`/approvals/${slips[at]?.id}`);
      await screen.findByRole("heading", { level: 1, name: new RegExp(`${at + 1}00`) });
      await press(user, name);
      const asked = await question();
      for (const text of texts) expect(asked.getByText(text)).toBeTruthy();
      if (call === "refuse") {
        await press(user, name, asked);
        await waitFor(() => expect(document.activeElement).toBe(asked.getByRole("textbox")));
      }
      await press(user, "Cancel", asked);
      await noDialog();
      const note = call === "refuse" ? "Twice already" : undefined;
      if (at === 0) {
        await decide(user, name);
        const main = within(await screen.findByRole("main"));
        expect((await main.findByRole("alert")).textContent).toContain("The host refused the decision");
      }
      host.on(path, () => {
        const state = { approve: "executed", refuse: "refused", withdraw: "withdrawn" }[call];
        const decided = { ...wireSlip(at), ...slips[at], state: state ?? "", ...(call === "withdraw" ? {} : { checker: grace }) };
        slips[at] = decided;
        return { json: { success: true, data: decided } };
      });
      await decide(user, name, note);
      await waitFor(() => expect(screen.queryAllByText(done).length, done).toBeGreaterThan(0));
      expect(host.callsOf(path)).toHaveLength(at === 0 ? 2 : 1);
    }
  });

  test("[APPR-11] that a receipt could not be fetched, with the host's words", async () => {
    const host = hostOf([wireSlip(0, { state: "executed", checker: cleo, reference: "FUND-9" })]);
    host.on("GET /api/approvals/slip-00000/receipt", { status: 404, json: { success: false, message: "There is no such slip" } });
    const { user } = await openSlip(host);
    await press(user, "Download receipt");
    await says("The receipt could not be fetched");
    await says("There is no such slip");
  });
});

describe("[APPR-5] beside a slip stands", () => {
  const evidence = () => screen.findByRole("region", { name: "What speaks for a mistake" });
  const theUser = () => screen.findByRole("region", { name: "The user" });
  const holds = async (part: () => Promise<HTMLElement>, text: string) =>
    waitFor(async () => expect((await part()).textContent).toContain(text));

  test("[APPR-5] what is still being looked up, of the user, too, and nothing is called unknown or none before the host has answered", async () => {
    const host = hostOf([wireSlip(0)]);
    for (const call of ["GET /usermanagement/users", "GET /analytics/filter", "GET /admin/users/wallets"]) host.on(call, { is: "silence" });
    host.on("GET /api/approvals", { is: "silence" });
    await openSlip(host);
    await holds(evidence, "Looking for the same amount within 7 days");
    await holds(evidence, "Looking for Bea Maker's earlier slips");
    await holds(evidence, "Looking up the user's account");
    await holds(theUser, "Balance nowbeing fetched");
    const text = (await theUser()).textContent ?? "";
    expect(text).toContain("Balance when askedbeing fetched");
    expect(text).not.toMatch(/not known|None found|Not kept/);
  });

  test("[APPR-5] how often the same was moved or asked for, and that there may be more", async () => {
    const row = (n: number) =>
      wireRow(60 + n, { username: "ada", userId: "u-1", currency: "NGNB", amount: 1500000, reference: `FUND-${n}` });
    const host = hostOf([wireSlip(0), wireSlip(1, { state: "refused" }), wireSlip(2, { state: "withdrawn" })]);
    const page = { success: true, data: [row(1), row(2)], pagination: { hasNextPage: true } };
    host.on("GET /analytics/filter", { json: page });
    await open(host, { path: "/approvals?tab=decided" });
    await screen.findAllByRole("link", { name: /^Fund 1,500,000 NGNB/ });
    goTo("/approvals/slip-00000");
    await holds(evidence, "The same amount was moved the same way for this user 2 times within 7 days:");
    await holds(evidence, "There may be more than these.");
    await holds(evidence, "The same was asked for 2 other times within 7 days, and not executed:");
  });

  test("[APPR-5] what could not be checked, and why", async () => {
    const host = hostOf([wireSlip(0)]).on("GET /analytics/filter", refused(400));
    host.on("GET /usermanagement/users", {
      json: { users: [{ _id: "u-1", username: "ada", email: "ada@example.com" }], pagination: { total: 1, skip: 0 } },
    });
    await openSlip(host);
    await holds(
      evidence,
      "Not checked: whether the same amount was moved this way for this user within 7 days. The host didn't answer it.",
    );
    await holds(evidence, "Not checked: how old the user's account was. The host doesn't say when it was opened.");
    await holds(theUser, "as kept on this device");
    await holds(theUser, "None found for this user.");
  });

  test("[APPR-5] that what the slip does isn't known to this version", async () => {
    await openSlip(hostOf([wireSlip(0, { operation: "debit" })]));
    await holds(evidence, "This version doesn't know what the slip does.");
  });

  test("[APPR-5] that nobody knows the user, and that nothing of them is kept", async () => {
    const host = hostOf([wireSlip(0)]).on("GET /usermanagement/users", { json: { users: [], pagination: { total: 0, skip: 0 } } });
    host.on("GET /analytics/filter", pageOf([]));
    const session = newSession();
    await openSlip(host, { session });
    await holds(theUser, "Not among the users that the host knows.");
    await holds(theUser, "Not kept on this device.");
    expect(within(await theUser()).getByRole("link", { name: "Everything about this user" })).toBeTruthy();
    cleanup();
    await openSlip(gone(), { session });
    await holds(theUser, "Not kept on this device.");
    await holds(theUser, "Balance nownot known");
    expect((await theUser()).textContent).not.toContain("None found for this user.");
  });
});
