import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { playUsers } from "../support/browser/played-users.ts";
import { fakeSession } from "../support/fake-login.ts";
import { fill, press, valueOf } from "../support/fields.ts";
import { Gate } from "../support/gate.ts";
import { type Answer, PlayedCalls } from "../support/played-calls.ts";
import { type QuickClock, quickClock } from "../support/quick-clock.ts";

const phone = "+2348010000001";
const start = "POST /updateuseraddress/generate-wallets-by-phone";
const status = "GET /updateuseraddress/status-by-phone";
const path = `/user-management/generate-wallet-by-phone?phonenumber=${encodeURIComponent(phone)}`;
const told = `Wallet generation for ${phone} is complete`;

const began = {
  json: {
    success: true,
    walletGenerationStatus: "started",
    walletsGenerated: 0,
    totalWallets: 6,
    estimatedCompletionTime: "2 minutes",
  },
};
const underWay = (done: number) => ({
  json: { wallet_generation_status: "in_progress", wallets_generated: done, total_wallets: 6, is_complete: false },
});
const finished = { json: { walletGenerationStatus: "completed", walletsGenerated: 6, totalWallets: 6, isComplete: true } };

/** Polls follow 3 s after the last answer. */
const pollMs = 3000;
/** Probes have no token. */
const asked = (host: PlayedCalls): number => host.callsOf(status).filter((call) => call.authorization !== undefined).length;

let clock: QuickClock;
beforeEach(() => {
  clock = quickClock();
});

/** Lets the next poll happen. */
async function nextAnswer(host: PlayedCalls): Promise<void> {
  const before = asked(host);
  await clock.passUntil(pollMs, () => expect(asked(host)).toBeGreaterThan(before));
}

let starts = 0;

async function begin(answer: Answer): Promise<{ readonly host: PlayedCalls; readonly again: () => Promise<void> }> {
  const host = playUsers(new PlayedCalls()).on(start, began).on(status, answer);
  starts += 1;
  const session = fakeSession(new Date(), {}, `starts-${starts}`);
  const { user } = await bootApp(host, { path, session });
  await fill(user, await screen.findByLabelText("Phone number"), phone);
  await press(user, "Start generation");
  await screen.findByText("Started wallet generation");
  return {
    host,
    again: async () => {
      cleanup();
      await bootApp(host, { path, session });
    },
  };
}

test("[TOOL-6] a generation is followed after a reload, on whatever screen that shows; its end is told there, once", async () => {
  const host = playUsers(new PlayedCalls()).on(start, began).on(status, underWay(3));
  const session = fakeSession(new Date(), {}, "reloads");
  const { user } = await bootApp(host, { path: "/user-management/generate-wallet-by-phone", session });
  await press(user, "Start generation");
  await screen.findAllByText("Phone number is required");
  await fill(user, screen.getByLabelText("Phone number"), phone);
  await press(user, "Start generation");
  await screen.findByText("Started wallet generation");
  expect(host.callsOf(start).map(({ body }) => body)).toEqual([{ phonenumber: phone, force: false }]);
  await screen.findByText("Estimated completion: 2 minutes");
  expect((await screen.findByRole("region", { name: "Raw response" })).textContent).toContain('"started"');
  await nextAnswer(host);
  await screen.findByText("3 of 6 · 50%");
  expect(host.callsOf(status)[0]?.query).toEqual({ phonenumber: phone });

  cleanup();
  await bootApp(host, { path: "/users", session });
  await screen.findByRole("heading", { level: 1, name: "User Management" });
  await nextAnswer(host);
  host.on(status, finished);
  await nextAnswer(host);
  await screen.findByText(told);
  const after = asked(host);

  cleanup();
  await bootApp(host, { path, session });
  await within(await screen.findByRole("main")).findByText("Wallet generation is complete");
  await clock.pass(10 * pollMs);
  expect(screen.queryByText(told)).toBeNull();
  expect(asked(host)).toBe(after);
});

test("[TOOL-6] one that never completes is followed for ten minutes and no longer", async () => {
  const words = "Not complete after 10 minutes, so it is no longer followed";
  const { host, again } = await begin(underWay(1));
  await nextAnswer(host);
  await screen.findByText("1 of 6 · 17%");
  clock.sleep(9 * 60_000);
  await nextAnswer(host);
  expect(screen.queryByText(words)).toBeNull();
  clock.sleep(60_000);
  await nextAnswer(host);
  await screen.findByText(words);
  await screen.findByText(`Wallet generation for ${phone} is not complete after 10 minutes`);
  const after = asked(host);
  await clock.pass(60_000);
  await again();
  await screen.findByText(words);
  await clock.pass(60_000);
  expect(asked(host)).toBe(after);
});

test("[TOOL-6] when it was asked about last has its day, once that isn't today", async () => {
  const { host } = await begin(underWay(1));
  await nextAnswer(host);
  await screen.findByText(/^Asked \d\d:\d\d$/);
  clock.sleep(11 * 60_000);
  await nextAnswer(host);
  clock.sleep(24 * 3_600_000);
  await clock.pass(15_000);
  await screen.findByText(/^Asked [A-Z][a-z]{2} \d{1,2}, \d\d:\d\d$/);
});

test("[TOOL-6] a host that stumbles is asked again, one that refuses is not, and says so", async () => {
  const { host } = await begin({ status: 500, json: {} });
  await nextAnswer(host);
  await screen.findByText("The last question brought no usable answer. It is asked again.");
  host.on(status, underWay(4));
  await nextAnswer(host);
  await screen.findByText("4 of 6 · 67%");
  host.on(status, { status: 404, json: { message: "Nobody has this number" } });
  await nextAnswer(host);
  await screen.findByText("The host says no more about it: Nobody has this number");
  await screen.findByText(`The host says no more about the wallet generation for ${phone}`);
  const after = asked(host);
  await clock.pass(10_000);
  expect(asked(host)).toBe(after);
});

test.each([
  ["generate-wallet-by-phone", start, "Start generation"],
  ["regenerate-wallet-by-phone", "PATCH /updateuseraddress/regenerate-by-phone", "Regenerate"],
])(
  "[TOOL-6, TOOL-7] %s: while it is sent the number can't be changed, so the answer stands beside the user it is of",
  async (tool, call, verb) => {
    const gate = new Gate();
    const host = playUsers(new PlayedCalls()).on(call, async () => {
      await gate.opened;
      return { status: 404, json: { message: "No user with this phone" } };
    });
    starts += 1;
    const { user } = await bootApp(host, { path: `/user-management/${tool}`, session: fakeSession(new Date(), {}, `starts-${starts}`) });
    const field = await screen.findByLabelText("Phone number");
    await fill(user, field, phone);
    const [token] = within(screen.getByRole("main")).queryAllByRole("checkbox");
    if (token && verb === "Regenerate") await user.click(token);
    await press(user, verb);
    await clock.passUntil(100, () => expect(host.callsOf(call)).toHaveLength(1));
    await user.type(field, "9");
    gate.open();
    await within(await screen.findByRole("main")).findByText("No user with this phone");
    expect(valueOf(field)).toBe(phone);
    await user.type(field, "9");
    expect(valueOf(field)).toBe(`${phone}9`);
  },
);

test("[TOOL-6] without a network nothing is asked, and the host's return goes on where it was", async () => {
  const { host } = await begin(underWay(1));
  await nextAnswer(host);
  await screen.findByText("1 of 6 · 17%");
  const probes = ["HEAD /asset-markdown/global", "GET /set-fee/crypto-fee"];
  for (const call of [status, ...probes]) host.on(call, { is: "cut" });
  await nextAnswer(host);
  await screen.findByText("Paused until the host can be reached");
  const paused = asked(host);
  await clock.pass(10 * pollMs);
  expect(asked(host)).toBe(paused);
  for (const call of probes) host.on(call, { json: {} });
  host.on(status, finished);
  act(() => void dispatchEvent(new Event("online")));
  await clock.passUntil(pollMs, () => expect(within(screen.getByRole("main")).queryByText("Wallet generation is complete")).not.toBeNull());
});

test("[TOOL-6] a host that doesn't say how many wallets are done is not shown as having done none", async () => {
  const { host } = await begin({ json: { status: "in_progress", progress: "50%", totalWallets: 6 } });
  await nextAnswer(host);
  await screen.findByText("in_progress");
  expect(screen.queryByText(/of 6 ·/)).toBeNull();
});

test("[TOOL-6] a generation that a full device can't follow is told as started and not followed, and the number stays in the address", async () => {
  const method = "put";
  const write = IDBObjectStore.prototype[method];
  vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (this: IDBObjectStore, ...args) {
    if (this.name === "generations") throw new DOMException("full", "QuotaExceededError");
    return write.apply(this, args);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  await begin(underWay(1));
  await screen.findByText("Started, but this device can't follow it");
  await screen.findByText("The host may still be at work. Its status can be asked for at any time.");
  await waitFor(() => expect(location.search).toContain("phonenumber"));
});
