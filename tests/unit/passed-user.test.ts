// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from "vitest";
import { passUser, passedUser } from "../../src/app/state/passed-user.ts";
import { sessionStore } from "../../src/sync/state/session-store.ts";
import { fakeSession } from "../support/fake-login.ts";

// Names that no random id can hold by chance.
const ada = { id: "u-77", email: "ada@example.com", username: "ada_l", phonenumber: "+2348010000001", tokens: ["BTC"] };
const signIn = (id: string) => sessionStore.open(fakeSession(new Date(), {}, id).token, { id, email: `${id}@example.com` });

test("[USER-6] the navigation state of a user is a key that says nothing of them, and leads to them while the session lasts", () => {
  signIn("one");
  const state = passUser(ada);
  const written = JSON.stringify(state);
  for (const said of [ada.id, ada.email, ada.username, ada.phonenumber, "BTC"]) expect(written).not.toContain(said);
  expect(passedUser(structuredClone(state))).toEqual(ada);
  expect(passUser({ ...ada })).toEqual(state);
});

test("[USER-6] a user is passed over plain http, too", () => {
  vi.stubGlobal("crypto", { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => bytes.fill(7) });
  onTestFinished(() => void vi.unstubAllGlobals());
  signIn("http");
  expect(passedUser(passUser(ada))).toEqual(ada);
});

test("[USER-6, AUTH-14] the key of a user leads nowhere after a sign-out, nor for the next admin", () => {
  signIn("one");
  const state = passUser(ada);
  sessionStore.close();
  expect(passedUser(state)).toBeUndefined();
  signIn("one");
  expect(passedUser(state)).toBeUndefined();
  const another = passUser(ada);
  signIn("two");
  expect(passedUser(another)).toBeUndefined();
});

test.each([null, undefined, 7, "u-77", {}, { user: 7 }, { email: "ada@example.com" }])(
  "[USER-11] a navigation state that passes no user is none: %o",
  (state) => {
    expect(passedUser(state)).toBeUndefined();
  },
);
