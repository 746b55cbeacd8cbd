import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { chooseItem, openMenu } from "../support/fields.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard, wireRow } from "../support/played-dashboard.ts";

const whole = wireRow(0, { secretNote: "kept as it came" });
const bare = wireRow(1, { reference: null, userId: null });

async function open(): Promise<UserEvent> {
  const { user } = await bootApp(playDashboard(new PlayedCalls(), [whole, bare]));
  await screen.findByRole("cell", { name: "user0" });
  return user;
}

async function menuOf(row: number): Promise<HTMLElement> {
  const menus = await screen.findAllByRole("button", { name: /^Actions for / });
  return menus[row] ?? document.body;
}
const choose = async (user: UserEvent, name: string) => chooseItem(user, await menuOf(0), name);
const clipboard = () => navigator.clipboard.readText();

test("[DASH-9] Copy Reference and Copy Transaction ID put them on the clipboard and say so", async () => {
  const user = await open();
  await choose(user, "Copy Reference");
  expect(await screen.findByText("Reference copied")).toBeTruthy();
  expect(await clipboard()).toBe(whole["reference"]);
  await choose(user, "Copy Transaction ID");
  expect(await screen.findByText("Transaction ID copied")).toBeTruthy();
  expect(await clipboard()).toBe(whole["id"]);
});

test("[DASH-9] a row without reference and user offers neither Copy Reference nor View User", async () => {
  await openMenu(await open(), await menuOf(1), "View Full Details");
  const items = screen.getAllByRole("menuitem").map(({ textContent }) => textContent);
  expect(items).toEqual(["Copy Transaction ID", "View Full Details"]);
});

test("[DASH-9] View User opens that user's summary", async () => {
  await choose(await open(), "View User");
  await waitFor(() => expect(location.pathname).toBe("/user-management/summary"));
});

test("[DASH-9] View Full Details shows every field that the host sent, each copyable", async () => {
  const user = await open();
  await choose(user, "View Full Details");
  const panel = await screen.findByRole("dialog");
  for (const value of [whole["id"], whole["reference"], whole["userId"], "kept as it came"])
    expect(within(panel).getAllByText(String(value)).length).toBeGreaterThan(0);
  await user.click(within(panel).getByRole("button", { name: /^Copy .*secretNote/i }));
  expect(await clipboard()).toBe("kept as it came");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
