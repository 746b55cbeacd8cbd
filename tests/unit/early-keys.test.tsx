import { expect, test } from "vitest";
import { noteEarlyKeys, takeEarlyKeys } from "../../src/app/state/early-keys.ts";
import { sessionStore } from "../../src/sync/state/session-store.ts";

/** Presses a key; says whether the page's own handling of it was stopped. */
function isTaken(key: string, ctrlKey = false): boolean {
  const event = new KeyboardEvent("keydown", { key, ctrlKey, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
  return event.defaultPrevented;
}

test("[AUTH-11, FIND-1] keys are queued for the palette during the start, and belong to the sign-in page once the session has ended", () => {
  sessionStore.open("token", { email: "ada@example.com" });
  noteEarlyKeys();
  expect([isTaken("k", true), isTaken("a")]).toEqual([true, true]);
  sessionStore.close();
  expect([isTaken("k", true), isTaken("a")]).toEqual([false, false]);
  expect(takeEarlyKeys()).toEqual([]);
});
