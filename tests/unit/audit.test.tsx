import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { playUsers } from "../support/browser/played-users.ts";
import { PlayedCalls } from "../support/played-calls.ts";

const counter = (name: string) => screen.getByRole("group", { name }).children[1]?.textContent;

test("[AUD-1, AUD-2] a host without a log: the device's journal stands there, and the page says so", async () => {
  const refused = { status: 404, json: { message: "No user has the email nobody@example.com" } };
  const host = playUsers(new PlayedCalls()).on("PATCH /2FA-Disable/disable-2fa", refused);
  const { user } = await bootApp(host, { path: "/audit" });
  expect(await screen.findByText("This host offers no audit log", { exact: false })).toBeTruthy();
  expect(await screen.findByText("No entries found")).toBeTruthy();

  act(() => history.pushState(null, "", "/user-management/disable-2fa?email=nobody@example.com"));
  await user.click(await screen.findByRole("button", { name: "Disable 2fa" }));
  const question = await screen.findByRole("alertdialog");
  await user.click(within(question).getByRole("button", { name: "Disable 2FA" }));
  expect(await within(question).findByText(/No user has the email/)).toBeTruthy();
  await user.click(within(question).getByRole("button", { name: "Cancel" }));

  act(() => history.pushState(null, "", "/audit"));
  const table = await screen.findByRole("table", { name: "Audit log" });
  await waitFor(() => expect(within(table).getAllByRole("row")).toHaveLength(2));
  const [, entry] = within(table).getAllByRole("row");
  expect(entry?.textContent).toMatch(/Disable 2FA.*Refused/s);
  expect([counter("Events"), counter("Alerts")]).toEqual(["1", "—"]);
  await user.click(within(table).getByRole("button", { name: /Disable 2FA/ }));
  expect((await screen.findByRole("dialog", { name: "Attempt" })).textContent).toContain("No user has the email nobody@example.com");
});
