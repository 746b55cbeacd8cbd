import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { playUsers } from "../support/browser/played-users.ts";
import { bootApp } from "../support/boot-app.tsx";
import { PlayedCalls } from "../support/played-calls.ts";

/** The page's title, heading and menu entry, which should agree. */
const titles = () => [
  document.title,
  screen.getByRole("heading", { level: 1 }).textContent,
  within(screen.getByRole("navigation", { name: "Main menu" }))
    .queryAllByRole("link", { current: "page" })
    .map(({ textContent }) => textContent)
    .join(),
];

test("[LAY-3, LAY-8] an address in capitals, with doubled slashes or one at its end is replaced by the plain one, at a start and later", async () => {
  const users = ["User Management · Counterfoil", "User Management", "User Management"];
  await bootApp(playUsers(new PlayedCalls()), { path: "/Users/?q=user00" });
  expect(await screen.findByRole("link", { name: "user001" })).toBeTruthy();
  expect(location.pathname + location.search).toBe("/users?q=user00");
  await waitFor(() => expect(titles()).toEqual(users));

  const before = history.length;
  act(() => history.pushState(null, "", "/SETTINGS//"));
  await waitFor(() => expect(titles()).toEqual(["Settings · Counterfoil", "Settings", "Settings"]));
  expect([location.pathname, history.length]).toEqual(["/settings", before + 1]);
});

test("[AUTH-1, LAY-8] so is that of a page for those who have not signed in", async () => {
  await bootApp(new PlayedCalls(), { path: "/Register/", session: "nobody" });
  expect(await screen.findByRole("button", { name: "Sign Up" })).toBeTruthy();
  expect(location.pathname).toBe("/register");
});
