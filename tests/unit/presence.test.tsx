import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { config as configSchema } from "../../src/contract/config.ts";
import { Observable } from "../../src/sync/state/observable.ts";
import type { Host } from "../../src/sync/wire/host.ts";
import { systemClock } from "../../src/sync/wire/reach.ts";
import * as v from "valibot";
import { bootApp } from "../support/boot-app.tsx";
import { FakeChannels } from "../support/fake-channels.ts";
import { fakeSession } from "../support/fake-login.ts";
import { FundingForm } from "../support/funding-form.ts";
import { approvalsConfig, playSlips, wireSlip } from "../support/played-approvals.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard } from "../support/played-dashboard.ts";
import { playFunding } from "../support/played-funding.ts";

const put = "PUT /api/events/presence";
const ada = { id: "u-ada", username: "ada", email: "ada@example.com" };

// Presence that one test's app sends late must not reach the next.
afterEach(() => {
  dispatchEvent(new Event("pagehide"));
});

/** Makes a host accept presence. */
const playPresence = <Played extends PlayedCalls>(played: Played): Played =>
  played.on("GET /api/events", { is: "silence" }).on(put, { json: { success: true } });

const playUser = (): PlayedCalls =>
  playPresence(playDashboard(new PlayedCalls(), []))
    .on("GET /usermanagement/users", { json: { data: { users: [ada], pagination: { total: 1, skip: 0 } } } })
    .on("GET /admin/users/wallets", { json: { email: ada.email, wallets: {}, balances: {} } });
const userPage = `/user-management/summary?email=${encodeURIComponent(ada.email)}`;
const events = { events: "/api/events" };

const said = (host: PlayedCalls): readonly unknown[] => host.callsOf(put).map(({ body }) => body);
/** Presence as reported by the stream. */
const tell = async (subject: string, ...names: string[]): Promise<void> => {
  const { heardPresence } = await import("../../src/sync/live/presence.ts");
  act(() => heardPresence({ subject, names }));
};

describe("[LIVE-5] on the screens", () => {
  test("[LIVE-5] a user's page tells the host that it is looked at, and says who else does, until they or this admin leave", async () => {
    const host = playUser();
    await bootApp(host, { path: userPage, config: events });
    await waitFor(() => expect(said(host)).toEqual([{ subject: "user:ada@example.com" }]));
    // The status region must exist before it has text, so that changes are announced.
    const places = screen.getAllByRole("status");
    await tell("user:ADA@example.com", "Ada Obi");
    expect(places).toContain((await screen.findByText("Ada Obi is here, too")).closest("[role=status]"));
    await tell("user:ada@example.com", "Ada Obi", "Ben Eze");
    expect(await screen.findByText("Ada Obi and Ben Eze are here, too")).toBeTruthy();
    await tell("user:ada@example.com", "Ada Obi", "Ben Eze", " ");
    expect((await screen.findByText("Ada Obi and 2 others are here, too")).title).toBe("Ada Obi, Ben Eze, Another admin");
    await tell("user:ada@example.com");
    await waitFor(() => expect(screen.queryByText(/here, too/)).toBeNull());
    act(() => history.pushState(null, "", "/"));
    await waitFor(() => expect(said(host)).toEqual([{ subject: "user:ada@example.com" }, { subject: null }]));
  });

  test("[LIVE-5, LAY-7] where what tells the place is blocked, the connection panel names it", async () => {
    const host = playUser().on(put, { is: "cut" });
    const { user } = await bootApp(host, { path: userPage, config: events });
    await waitFor(() => expect(said(host)).toHaveLength(1));
    await user.click(screen.getByTitle("What this screen stands on"));
    expect(await screen.findByText("PUT /api/events/presence is blocked, perhaps by an extension")).toBeTruthy();
  });

  test("[LIVE-5] a user's tool counts as the same place, and the way from one to the other is no leaving", async () => {
    const host = playUser();
    const tool = (name: string) => `/user-management/${name}?email=${encodeURIComponent(ada.email)}`;
    await bootApp(host, { path: tool("disable-2fa"), config: events });
    await screen.findByRole("heading", { level: 1, name: /2FA/ });
    // Both are loaded now: the way back takes less than the half second after which the place counts as left.
    act(() => history.pushState(null, "", tool("wipe-pending-balance")));
    await screen.findByRole("heading", { level: 1, name: /Wipe/ });
    await waitFor(() => expect(said(host).at(-1)).toEqual({ subject: "user:ada@example.com" }));
    const before = said(host).length;
    await tell("user:ada@example.com", "Ada Obi");
    expect(await screen.findByText("Ada Obi is here, too")).toBeTruthy();
    act(() => history.pushState(null, "", tool("disable-2fa")));
    await screen.findByRole("heading", { level: 1, name: /2FA/ });
    expect(await screen.findByText("Ada Obi is here, too")).toBeTruthy();
    expect(said(host).slice(before)).not.toContainEqual({ subject: null });
  });

  test("[LIVE-5] a slip's page has it too; who looks at another slip isn't named", async () => {
    const host = playPresence(playSlips(playFunding(new PlayedCalls()), () => [wireSlip(0)]));
    await bootApp(host, { path: "/approvals/slip-00000", config: { ...approvalsConfig, ...events } });
    await waitFor(() => expect(said(host)).toEqual([{ subject: "approval:slip-00000" }]));
    await tell("approval:slip-00001", "Bea Maker");
    expect(screen.queryByText(/here, too/)).toBeNull();
    await tell("approval:slip-00000", "Bea Maker");
    expect(await screen.findByText("Bea Maker is here, too")).toBeTruthy();
  });

  test("[LIVE-5, FUND-2] a funding that is being confirmed says who else is at its user, and counts as there", async () => {
    const host = playPresence(playFunding(new PlayedCalls()));
    const funding = await FundingForm.open(host, { config: events });
    await funding.ask();
    await waitFor(() => expect(said(host)).toEqual([{ subject: "user:ada@example.com" }]));
    await tell("user:ada@example.com", "Bea Maker");
    expect(await screen.findByText("Bea Maker is here, too")).toBeTruthy();
  });

  test("[LIVE-5] a call in vain disturbs nobody", async () => {
    const host = playUser().on(put, { status: 500, json: { success: false, message: "No presence today" } });
    await bootApp(host, { path: userPage, config: events });
    await waitFor(() => expect(said(host)).toHaveLength(1));
    await screen.findByText("ada@example.com");
    expect(screen.queryByText(/No presence today/)).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("[LIVE-5] while the app is locked nobody is named, and the admin counts as gone", async () => {
    const host = playUser();
    await bootApp(host, { path: userPage, config: events });
    await waitFor(() => expect(said(host)).toHaveLength(1));
    await tell("user:ada@example.com", "Ada Obi");
    await screen.findByText("Ada Obi is here, too");
    const { lockNow } = await import("../../src/app/data/lock-state.ts");
    act(() => lockNow());
    await waitFor(() => expect(screen.queryByText("Ada Obi is here, too")).toBeNull());
    await waitFor(() => expect(said(host).at(-1)).toEqual({ subject: null }));
    const { companyNow } = await import("../../src/sync/live/presence.ts");
    await waitFor(() => expect(companyNow.get()).toBeUndefined());
  });

  test("[LIVE-5] on a host without a stream nothing is sent, and the page has no place for it", async () => {
    const host = playUser();
    await bootApp(host, { path: userPage });
    await screen.findByText("ada@example.com");
    await tell("user:ada@example.com", "Ada Obi");
    expect(screen.queryByText(/here, too/)).toBeNull();
    expect(said(host)).toEqual([]);
  });
});

/** One tab's presence, with the calls it makes; tabs with the same channels are connected. */
async function openTab(channels = new FakeChannels(), reach = "reached") {
  vi.resetModules();
  vi.stubGlobal("BroadcastChannel", channels.Channel);
  const tab = await import("../../src/sync/live/presence.ts");
  const sent: (string | null)[] = [];
  const answers: (() => void)[] = [];
  let holds = false;
  const client = {
    send: async (_: unknown, { path, body }: { path: string; body: { subject: string | null } }) => {
      expect(path).toBe("/api/events/presence");
      sent.push(body.subject);
      if (holds) await new Promise<void>((resolve) => answers.push(resolve));
      return { is: "answered" };
    },
  };
  // The part of a host that is used here.
  const host = {
    config: v.parse(configSchema, events),
    clock: systemClock,
    client,
    reach: { state: { is: reach } },
    recovered: new Observable<unknown>(undefined),
  } as unknown as Host;
  return {
    ...tab,
    sent,
    look: (subject: string | undefined) => tab.lookAt(host, subject),
    hold: () => {
      holds = true;
    },
    answer: () => {
      holds = false;
      for (const resolve of answers.splice(0)) resolve();
    },
  };
}

/** Controls visibility, for all tabs alike, and the clock. */
function stage() {
  vi.useFakeTimers();
  const session = fakeSession(new Date(), {}, "looker");
  localStorage.setItem("token", session.token);
  localStorage.setItem("user", session.user);
  let isHidden = false;
  const spy = vi.spyOn(document, "visibilityState", "get").mockImplementation(() => (isHidden ? "hidden" : "visible"));
  onTestFinished(() => {
    spy.mockRestore();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    localStorage.clear();
  });
  return {
    show: (visible: boolean) => {
      isHidden = !visible;
      document.dispatchEvent(new Event("visibilitychange"));
    },
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

describe("[LIVE-5] in one tab", () => {
  test("[LIVE-5] it is said again every 30 s while the tab is in sight, and ended when it no longer is", async () => {
    const { show, pass } = stage();
    const tab = await openTab();
    tab.look("user:a@b.c");
    await pass(0);
    expect(tab.sent).toEqual(["user:a@b.c"]);
    await pass(29_999);
    expect(tab.sent).toHaveLength(1);
    await pass(1);
    expect(tab.sent).toHaveLength(2);
    show(false);
    await pass(0);
    expect(tab.sent.at(-1)).toBeNull();
    await pass(300_000);
    expect(tab.sent).toHaveLength(3);
    show(true);
    await pass(0);
    expect(tab.sent.at(-1)).toBe("user:a@b.c");
  });

  test("[LIVE-5] a screen in another's place is one move, and no call overtakes the one before", async () => {
    const { pass } = stage();
    const tab = await openTab();
    tab.hold();
    tab.look("user:a@b.c");
    await pass(0);
    tab.look(undefined);
    tab.look("approval:1");
    await pass(0);
    tab.look(undefined);
    await pass(500);
    expect(tab.sent).toEqual(["user:a@b.c"]);
    tab.answer();
    await pass(0);
    expect(tab.sent).toEqual(["user:a@b.c", null]);
  });

  test("[LIVE-5] names end 60 s after the stream's last sign of life, and go on while it gives some", async () => {
    const { pass } = stage();
    const tab = await openTab();
    tab.look("user:a@b.c");
    tab.heardPresence({ subject: "user:a@b.c", names: ["Ada Obi"] });
    for (let beat = 0; beat < 20; beat += 1) {
      await pass(10_000);
      tab.heardLife();
    }
    expect(tab.companyNow.get()?.names).toEqual(["Ada Obi"]);
    await pass(59_999);
    expect(tab.companyNow.get()?.names).toEqual(["Ada Obi"]);
    await pass(1);
    expect(tab.companyNow.get()).toBeUndefined();
  });

  test("[LIVE-5] what an earlier stream told ends with a new one that doesn't tell it again", async () => {
    const { pass } = stage();
    const tab = await openTab();
    tab.look("user:a@b.c");
    tab.heardPresence({ subject: "user:a@b.c", names: ["Ada Obi"] });
    await pass(0);
    tab.heardBegin();
    // The process with the stream may not know this session yet.
    expect(tab.sent).toHaveLength(2);
    tab.heardPresence({ subject: "user:a@b.c", names: ["Ada Obi"] });
    await pass(20_000);
    expect(tab.companyNow.get()?.names).toEqual(["Ada Obi"]);
    tab.heardBegin();
    tab.heardLife();
    await pass(5000);
    expect(tab.companyNow.get()).toBeUndefined();
  });

  test("[LIVE-5] out of the host's reach nothing is sent, and a session's end forgets everybody", async () => {
    const { pass } = stage();
    const tab = await openTab(undefined, "unreachable");
    tab.look("user:a@b.c");
    await pass(0);
    expect(tab.sent).toEqual([]);
    tab.heardPresence({ subject: "user:a@b.c", names: ["Ada Obi"] });
    const { sessionStore } = await import("../../src/sync/state/session-store.ts");
    sessionStore.close();
    expect(tab.companyNow.get()).toBeUndefined();
    await pass(120_000);
    expect(tab.sent).toEqual([]);
  });
});

describe("[LIVE-5] in several tabs", () => {
  test("[LIVE-5] a session is where its tab is that was last come to; another one goes on when that leaves", async () => {
    const { pass } = stage();
    const channels = new FakeChannels();
    const first = await openTab(channels);
    const second = await openTab(channels);
    first.look("user:a@b.c");
    await pass(0);
    await pass(1000);
    second.look("approval:1");
    await pass(0);
    await pass(100_000);
    expect(first.sent).toEqual(["user:a@b.c"]);
    expect(second.sent).toEqual(["approval:1", "approval:1", "approval:1", "approval:1"]);
    second.look(undefined);
    await pass(499);
    expect(second.sent).not.toContain(null);
    await pass(1);
    expect(second.sent.at(-1)).toBeNull();
    expect(first.sent).toEqual(["user:a@b.c", "user:a@b.c"]);
  });

  test("[LIVE-5] a tab whose fellow has died without a word goes on before the host forgets the session", async () => {
    const { pass } = stage();
    const channels = new FakeChannels();
    const tab = await openTab(channels);
    tab.look("user:a@b.c");
    await pass(0);
    const whose = channels.posted.map((message) => v.parse(v.object({ whose: v.string() }), message).whose)[0];
    const fellow = new channels.Channel("counterfoil-presence");
    fellow.postMessage({ is: "said", subject: "approval:1", whose });
    await pass(44_999);
    expect(tab.sent).toHaveLength(1);
    await pass(1);
    expect(tab.sent).toHaveLength(2);
  });

  test("[LIVE-5] what the leading tab's stream tells is known in every tab, in one that comes later, too", async () => {
    const { pass } = stage();
    const channels = new FakeChannels();
    const leading = await openTab(channels);
    const second = await openTab(channels);
    second.look("user:a@b.c");
    await pass(0);
    leading.heardPresence({ subject: "user:a@b.c", names: ["Ada Obi"] });
    await pass(0);
    expect(second.companyNow.get()?.names).toEqual(["Ada Obi"]);
    const third = await openTab(channels);
    third.look("user:a@b.c");
    await pass(0);
    expect(third.companyNow.get()?.names).toEqual(["Ada Obi"]);
    for (let beat = 0; beat < 9; beat += 1) {
      await pass(10_000);
      leading.heardLife();
    }
    await pass(0);
    expect(third.companyNow.get()?.names).toEqual(["Ada Obi"]);
    leading.heardPresence({ subject: "user:a@b.c", names: [] });
    await pass(0);
    for (const tab of [leading, second, third]) expect(tab.companyNow.get()).toBeUndefined();
  });

  test("[LIVE-5] what a tab of another admin's session says is nothing to this one", async () => {
    const { pass } = stage();
    const channels = new FakeChannels();
    const tab = await openTab(channels);
    new channels.Channel("counterfoil-presence").postMessage({
      is: "told",
      company: { subject: "user:a@b.c", names: ["Ada Obi"] },
      whose: "somebody else",
    });
    await pass(0);
    expect(tab.companyNow.get()).toBeUndefined();
  });
});
