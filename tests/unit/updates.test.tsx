import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { NewVersion } from "../../src/sw/register.ts";
import { fakeSession } from "../support/fake-login.ts";

const minute = 60_000;
let onNew: (version: NewVersion) => void = () => {};
let policy: string | undefined;
const renewPage = vi.fn<() => Promise<string | undefined>>(async () => policy);

vi.mock("../../src/sw/register.ts", () => ({
  registerWorker: async (given: typeof onNew) => {
    onNew = given;
  },
  lookForVersion: async () => {},
  renewPage: () => renewPage(),
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  document.body.innerHTML = "";
});

/** A page on which nothing is rendered yet, with its versions' worker. */
async function startPage(session?: ReturnType<typeof fakeSession>) {
  if (session) for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
  vi.resetModules();
  const updates = await import("../../src/app/state/updates.ts");
  const { watchFields } = await import("../../src/app/state/touched-fields.ts");
  watchFields();
  await updates.register();
  return updates;
}

/** A new version that waits; returns what takes it. */
function find() {
  const take = vi.fn<() => void>();
  onNew({ is: "waits", news: [], update: take });
  return take;
}

const locked = (): void => localStorage.setItem("counterfoil.locked", "yes");

test.each([
  ["on the sign-in page", undefined, () => {}, true],
  ["where a passkey has to be added first", fakeSession(new Date(), { mustAddPasskey: true }), () => {}, true],
  ["on a start that is locked", fakeSession(), locked, true],
  [
    "behind the cover of an app that was locked where it stood",
    fakeSession(),
    () => (locked(), (document.body.innerHTML = "<main>")),
    false,
  ],
  ["on any other page of the signed-in admin", fakeSession(), () => (document.body.innerHTML = "<main>"), false],
])("[PWA-3] a new version is taken without asking only where it could not be offered: %s", async (_, session, render, isTaken) => {
  await startPage(session);
  render();
  const take = find();
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(take).toHaveBeenCalledTimes(isTaken ? 1 : 0);
});

test.each([
  ["something is typed", "<input>", () => (document.querySelector("input") as HTMLInputElement).focus()],
  ["the sign-in is under way", '<button aria-busy="true">', () => {}],
  ["a passkey is asked for", "<section data-step>", () => {}],
])("[PWA-3, AUTH-2] a new version waits on the sign-in page while %s", async (_, html, begin) => {
  await startPage();
  document.body.innerHTML = html;
  begin();
  for (const input of document.querySelectorAll("input")) input.value = "ada@example.com";
  const take = find();
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(take).not.toHaveBeenCalled();
  document.body.innerHTML = "";
  await vi.advanceTimersByTimeAsync(minute);
  expect(take).toHaveBeenCalled();
});

test.each(["waits", "taken"] as const)("[PWA-3] a tab that holds something in memory is not reloaded unasked: %s", async (is) => {
  const { isInUse } = await startPage(fakeSession());
  const { hold } = await import("../../src/sync/state/held.ts");
  const { isUnsaved } = await import("../../src/app/state/typing.ts");
  const { Idleness } = await import("../../src/app/frame/background/idle.ts");
  const idleness = new Idleness(new AbortController().signal, () => false);
  const rehearsal = {};
  hold(rehearsal, true);
  await vi.advanceTimersByTimeAsync(minute);
  const take = vi.fn<() => void>();
  onNew({ is, news: [], update: take });
  expect(take).not.toHaveBeenCalled();
  expect([isInUse(), isUnsaved(), idleness.isIdle()]).toEqual([true, true, false]);
  hold(rehearsal, false);
  expect([isInUse(), isUnsaved(), idleness.isIdle()]).toEqual([false, false, true]);
});

test.each([
  ["after five minutes", 0],
  ["where the clock was set back by hours meanwhile", -5 * 60 * minute],
])(
  "[PWA-3, CONF-1] a page that stops the app takes the next version, too, which was put off after the last one: %s",
  async (_, shiftMs) => {
    const { takeNewerUntil } = await startPage(fakeSession());
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    void takeNewerUntil(stop.signal);
    expect(find()).toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2 * minute);
    vi.setSystemTime(Date.now() + shiftMs);
    const take = find();
    if (shiftMs === 0) expect(take).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(4 * minute);
    expect(take).toHaveBeenCalled();
  },
);

test("[CONF-1, PWA-2] a page whose kept policy blocks the host is loaded anew once the server sends another one, and once for each", async () => {
  const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
  const { takeNewPolicy } = await startPage();
  const block = async (): Promise<void> => {
    await takeNewPolicy();
    await vi.advanceTimersByTimeAsync(minute);
  };
  // No server.
  await block();
  expect(reload).not.toHaveBeenCalled();
  policy = "connect-src https://b.example";
  document.body.innerHTML = "<dialog open>";
  await block();
  expect(reload).not.toHaveBeenCalled();
  document.body.innerHTML = "";
  await block();
  await block();
  expect(reload).toHaveBeenCalledTimes(1);
  policy = "connect-src https://c.example";
  await block();
  expect(reload).toHaveBeenCalledTimes(2);
  // While the host is out of reach it is probed every few seconds.
  renewPage.mockClear();
  for (let probes = 0; probes < 5; probes += 1) await takeNewPolicy();
  expect(renewPage).toHaveBeenCalledTimes(1);
});
