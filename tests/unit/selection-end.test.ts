// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { selectionOf } from "../../src/app/lists/selection/selection.ts";
import { held } from "../../src/sync/state/held.ts";
import { sessionStore } from "../../src/sync/state/session-store.ts";
import { fakeSession } from "../support/fake-login.ts";

const signIn = (id: string) => sessionStore.open(fakeSession(new Date(), {}, id).token, { id, email: `${id}@example.com` });
const row = { id: "tx-1", at: 1, amount: "5", currency: "BTC" };

test("[FIND-1, AUTH-14] a selection ends with the session, for the next admin and for the same one", () => {
  signIn("one");
  const before = selectionOf("transactions", "");
  before.add([row]);
  selectionOf("users", "").add([row]);
  sessionStore.close();
  expect(before.size).toBe(0);
  signIn("one");
  expect(selectionOf("transactions", "").size).toBe(0);
  expect(selectionOf("users", "").size).toBe(0);
  expect(before.sums().currencies).toEqual([]);
});

test("[FIND-1, PWA-3] several selected rows are held, so that no reload drops them unasked, until they are deselected or the session ends", () => {
  signIn("one");
  const selection = selectionOf("transactions", "");
  selection.add([row]);
  expect(held.get()).toBe(0);
  selection.add([{ ...row, id: "tx-2" }]);
  expect(held.get()).toBe(1);
  selection.clear();
  expect(held.get()).toBe(0);
  selection.add([row, { ...row, id: "tx-2" }]);
  sessionStore.close();
  expect(held.get()).toBe(0);
});
