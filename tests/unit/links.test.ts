import { expect, test } from "vitest";
import { paths, plainPath } from "../../src/app/links.ts";

test("[LAY-8] every address of the app is its own plain spelling", () => {
  for (const path of Object.values(paths)) expect(plainPath(path)).toBe(path);
});

test.each([
  ["/Users", "/users"],
  ["/users/", "/users"],
  ["//users//", "/users"],
  ["/us%65RS", "/users"],
  ["//", "/"],
  ["/Dashboard/", "/dashboard"],
  ["/LOGIN", "/login"],
  ["/users%20", "/users"],
  ["/users%E2%80%8B", "/users"],
  ["/Fees-Rates%20/%E2%80%8BView/BTC/ERC20", "/fees-rates/view/BTC/ERC20"],
  ["/users/%20", "/users"],
  ["/%C2%A0", "/"],
  ["/User-Management//Fetch-Wallets", "/user-management/fetch-wallets"],
])("[LAY-8] %s is read as %s", (typed, plain) => {
  expect(plainPath(typed)).toBe(plain);
});

test("[LAY-8] a parameter of an address keeps its letters and its encoding", () => {
  expect(plainPath("/Fees-Rates/VIEW/bTc/ERC%2f20/")).toBe("/fees-rates/view/bTc/ERC%2f20");
});

test("[LAY-8] an unknown address keeps its words, and one that can't be decoded is unknown", () => {
  expect(plainPath("/no//Such/page/")).toBe("/no/Such/page");
  expect(plainPath("/users%")).toBe("/users%");
});
