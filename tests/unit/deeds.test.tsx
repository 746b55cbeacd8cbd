import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { SyncContext } from "../../src/app/data/sync-context.ts";
import { type DeedWords, troubleOf, unsettledOf, useDeed } from "../../src/app/deeds/use-deed.ts";
import { addWords } from "../../src/app/words/i18n.ts";
import { deeds } from "../../src/app/words/en/deeds.ts";
import { attachToaster, type ToastMessage } from "../../src/app/ui/toast.ts";
import type { Outcome } from "../../src/sync/wire/outcome.ts";
import type { Sync } from "../../src/sync/start-sync.ts";
import { sessionStore } from "../../src/sync/state/session-store.ts";
import { fundingIntent } from "../support/attempts.ts";
import { fakeSession } from "../support/fake-login.ts";

let ends: ((outcome: Outcome<unknown>) => void)[];
let toasts: ToastMessage[];
beforeEach(() => {
  ends = [];
  toasts = [];
  addWords("en", { deeds });
  return attachToaster((message) => toasts.push(message));
});

const words: DeedWords = { done: (message) => message ?? "Done", failed: "Failed" };
// The part of the sync that a deed uses.
const sync = { gate: { submit: () => new Promise((end) => ends.push(end)) } } as unknown as Sync;
const wrapper = ({ children }: { children: ReactNode }) => <SyncContext value={sync}>{children}</SyncContext>;
const render = (more: Partial<DeedWords> = {}) => renderHook(() => useDeed({ ...words, ...more }), { wrapper }).result;

/** Sends, and makes the gate return this outcome. */
async function sendAnd(deed: ReturnType<typeof render>, outcome: Outcome<unknown>): Promise<void> {
  await act(async () => {
    const sent = deed.current.send(fundingIntent("a"));
    ends.at(-1)?.(outcome);
    await sent;
  });
}

const refused = { is: "refused", status: 409, message: "Frozen", body: "", attempt: "a" } as const;

test("[FUND-6] it is sending until the gate says how it ended, and a second click meanwhile sends nothing", async () => {
  const deed = render();
  expect(deed.current.deed).toEqual({ is: "idle" });
  let second: Outcome<unknown> | undefined;
  await act(async () => {
    void deed.current.send(fundingIntent("a"));
    second = await deed.current.send(fundingIntent("a"));
  });
  expect(second).toEqual({ is: "blocked", why: "running" });
  expect(deed.current.deed).toEqual({ is: "sending" });
  await act(async () => ends[0]?.({ is: "done", value: { message: "Funded" }, attempt: "a" }));
  expect(ends).toHaveLength(1);
  expect(deed.current.deed).toEqual({ is: "done", message: "Funded" });
  expect(toasts).toEqual([{ tone: "done", title: "Funded" }]);
});

test("[FUND-4, LAY-6] a refusal says the host's message, else its own words, and keeps the host's beside words of the screen's", async () => {
  const deed = render({ refused: ({ status }) => (status === 409 ? "There is one already" : undefined) });
  await sendAnd(deed, refused);
  expect(deed.current.deed).toEqual({ is: "refused", message: "There is one already", hint: "Frozen" });
  expect(troubleOf(deed.current.deed)).toBe("There is one already. Frozen");
  await sendAnd(deed, { ...refused, status: 400 });
  expect(deed.current.deed).toEqual({ is: "refused", message: "Frozen", hint: undefined });
  await sendAnd(deed, { ...refused, status: 400, message: undefined });
  expect(deed.current.deed).toMatchObject({ message: "Failed" });
  act(() => deed.current.clearTrouble());
  expect(deed.current.deed).toEqual({ is: "idle" });
});

test("[FUND-6] an unknown outcome, and the attempt that stands in the way, outlast what takes a refusal away", async () => {
  const deed = render();
  await sendAnd(deed, { is: "unknown", message: "Ledger is down", body: "", attempt: "a" });
  act(() => deed.current.clearTrouble());
  expect(deed.current.deed).toEqual({ is: "unknown", attempt: "a", said: "Ledger is down" });
  await sendAnd(deed, { is: "blocked", why: "unsettled", attempt: "a" });
  expect(troubleOf(deed.current.deed)).toContain("stands in the way");
  act(() => deed.current.clearTrouble());
  expect(unsettledOf(deed.current.deed)).toBe("a");
  expect(troubleOf(deed.current.deed)).toBeUndefined();
  await sendAnd(deed, { is: "blocked", why: "offline" });
  expect(unsettledOf(deed.current.deed)).toBeUndefined();
  act(() => deed.current.clearTrouble());
  expect(deed.current.deed).toEqual({ is: "idle" });
});

test("[LAY-6] only the ends that a screen wants told are told in a toast", async () => {
  const deed = render({ toasts: ["refused"] });
  await sendAnd(deed, { is: "done", value: {}, attempt: "a" });
  await sendAnd(deed, { is: "blocked", why: "offline" });
  expect(toasts).toEqual([]);
  await sendAnd(deed, refused);
  expect(toasts).toEqual([{ tone: "failed", title: "Frozen" }]);
});

test("[SYNC-9] an outcome that comes after its admin's session is told to nobody", async () => {
  sessionStore.open(fakeSession().token, { email: "one@example.com" });
  onTestFinished(() => sessionStore.close());
  const deed = render();
  await act(async () => {
    const sent = deed.current.send(fundingIntent("a"));
    sessionStore.open(fakeSession().token, { email: "two@example.com" });
    ends.at(-1)?.(refused);
    await sent;
  });
  expect(toasts).toEqual([]);
});

test("[LAY-6] once its screen has been left, every end is told in a toast", async () => {
  const { result, unmount } = renderHook(() => useDeed({ ...words, toasts: ["refused"] }), { wrapper });
  const sent = result.current.send(fundingIntent("a"));
  unmount();
  ends[0]?.({ is: "done", value: { message: "Funded" }, attempt: "a" });
  await sent;
  expect(toasts).toEqual([{ tone: "done", title: "Funded" }]);
});
