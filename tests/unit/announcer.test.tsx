import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { FundingForm } from "../support/funding-form.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard, wireRow } from "../support/played-dashboard.ts";
import { playFunding } from "../support/played-funding.ts";

const visit = (path: string) => act(() => history.pushState(null, "", path));
/** Waits for a text in the region that a screen reader reads out. */
const heard = (text: string | RegExp) => within(screen.getByRole("log")).findByText(text);

test("[A11Y, LAY-3] a screen that comes is announced by its title, and has the focus that went with the screen before", async () => {
  await bootApp(playDashboard(new PlayedCalls(), [wireRow(0)]));
  await screen.findByRole("heading", { level: 1, name: "Dashboard" });
  await screen.findByRole("log");
  const box = screen.getByRole("searchbox", { name: "Search transactions" });
  box.focus();
  visit("/security");
  await heard("Security · Counterfoil");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
  const link = within(screen.getByRole("navigation", { name: "Main menu" })).getByRole("link", { name: "Dashboard" });
  link.focus();
  visit("/");
  await heard("Dashboard · Counterfoil");
  expect(document.activeElement).toBe(link);
});

test("[A11Y, LAY-7] the focus that a dialog is about to place isn't taken out of it", async () => {
  const { user } = await bootApp(playDashboard(new PlayedCalls(), [wireRow(0)]));
  await screen.findByRole("log");
  await user.click(await screen.findByText(/^Live/, { selector: "header button" }));
  await screen.findByRole("dialog", { name: "What this screen stands on" });
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  document.title = "Another screen";
  await heard("Another screen");
  expect(document.activeElement).toBe(document.body);
});

test("[A11Y, DASH-2] that a list has no rows is announced", async () => {
  await bootApp(playDashboard(new PlayedCalls(), []), { path: "/security" });
  await screen.findByRole("log");
  visit("/");
  await heard("No transactions found");
});

test("[A11Y, FUND-5] what is wrong with a field is announced when Enter is pressed in it", async () => {
  const { user } = await FundingForm.open(playFunding(new PlayedCalls()));
  await screen.findByRole("log");
  await user.type(screen.getByLabelText("User Email"), "ada@example.com");
  await user.selectOptions(screen.getByLabelText("Currency"), "BTC");
  const amount = screen.getByLabelText("Amount");
  await user.type(amount, "0.1234567891{Enter}");
  await heard(/^BTC has \d+ decimals at most/);
});
