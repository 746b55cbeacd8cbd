import { act, render, screen, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { toast } from "../../src/app/ui/toast.ts";
import { ToastStack } from "../../src/app/ui/toast-stack.tsx";
import { Toaster } from "../../src/app/ui/toaster.tsx";
import "../../src/app/words/start-words.ts";

test("[LAY-6] at most three toasts stand at once, each for four seconds", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  render(<ToastStack />);
  await pass(100);
  for (const n of [1, 2, 3, 4]) act(() => toast({ tone: "info", title: `Copied ${n}` }));
  await pass(100);
  const shown = () => screen.queryAllByText(/^Copied /).map(({ textContent }) => textContent);
  expect(shown().sort()).toEqual(["Copied 1", "Copied 2", "Copied 3"]);
  await pass(3700);
  expect(shown()).toHaveLength(3);
  await pass(600);
  expect(shown()).toEqual(["Copied 4"]);
  await pass(3200);
  expect(shown()).toEqual(["Copied 4"]);
  await pass(1300);
  expect(shown()).toEqual([]);
});

test("[LAY-6] what is said again and again while the app is locked, or the tab hidden, is shown once", async () => {
  onTestFinished(() => void (document.body.inert = false));
  render(<Toaster />);
  act(() => toast({ tone: "info", title: "Signed in" }));
  const toasts = within(await screen.findByRole("region", { name: /^Latest messages/ }));
  await toasts.findByText("Signed in");
  document.body.inert = true;
  // The observer of the lock is told in a microtask.
  await act(async () => {});
  // A night of a host that fails now and then.
  for (let hour = 0; hour < 12; hour += 1) act(() => toast({ tone: "failed", title: "Failed to load transactions" }));
  for (const description of ["Ada", "Bea"]) act(() => toast({ tone: "done", title: "It happened", description }));
  act(() => void (document.body.inert = false));
  expect(await toasts.findAllByText("Failed to load transactions")).toHaveLength(1);
  await toasts.findByText("Ada");
  // At most three stand there at a time.
  expect(await toasts.findByText("Bea", {}, { timeout: 10_000 })).toBeTruthy();
  // What is said from now on is new.
  act(() => toast({ tone: "failed", title: "Failed to load transactions" }));
  await toasts.findByText("Failed to load transactions", {}, { timeout: 10_000 });
});
