import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { Gate } from "../support/gate.ts";
import { playUsers } from "../support/browser/played-users.ts";
import { chooseItem, fill, press } from "../support/fields.ts";
import { PlayedCalls } from "../support/played-calls.ts";

const call = "GET /fetching/refresh-tokens";
const submit = "Get Refresh Tokens";

test("[SEC-1] no email, a refusal, and no token in local storage each say so", async () => {
  const host = playUsers(new PlayedCalls()).on(call, { status: 404, json: {} });
  const { user } = await bootApp(host, { path: "/security" });
  await press(user, submit);
  const main = within(screen.getByRole("main"));
  expect(main.getByText("Provide an email")).toBeTruthy();
  await user.type(main.getByLabelText("Email"), "user001@example.com");
  await press(user, submit);
  await main.findByText("Failed to fetch refresh tokens");
  host.on(call, { status: 400, json: { message: "Moderators only" } });
  await press(user, submit);
  await main.findByText("Moderators only");
  const asked = host.callsOf(call).length;
  localStorage.removeItem("token");
  await press(user, submit);
  await main.findByText("Moderator token not found in localStorage. Please login or provide a moderator token.");
  expect(host.callsOf(call).length).toBe(asked);
});

test("[SEC-1, AUTH-14] an answer that comes after the sign-out is told to nobody", async () => {
  const [gate, answered] = [new Gate(), new Gate()];
  const host = playUsers(new PlayedCalls())
    .on("POST /adminsignin/logout", { json: { success: true } })
    .on(call, async () => {
      await gate.opened;
      setTimeout(() => answered.open());
      return { status: 404, json: { message: "No user has the email ada@example.com" } };
    });
  const { user } = await bootApp(host, { path: "/security" });
  const main = within(await screen.findByRole("main"));
  await user.type(await main.findByLabelText("Email"), "ada@example.com");
  await press(user, submit);
  await waitFor(() => expect(host.callsOf(call)).toHaveLength(1));
  const [header] = screen.getAllByRole("banner");
  if (!header) throw new Error("the page has no header");
  await chooseItem(user, within(header).getByRole("button", { name: /User menu/ }), "Logout");
  await screen.findByText("Welcome back!");
  gate.open();
  await answered.opened;
  await user.type(await screen.findByLabelText("Email"), "bea@example.com");
  expect(screen.queryByText(/ada@example\.com/)).toBeNull();
});

test("[SEC-1] the tokens of a user are not shown beside another one who was typed while they were fetched", async () => {
  const [gate, answered] = [new Gate(), new Gate()];
  const host = playUsers(new PlayedCalls()).on(call, async ({ query }) => {
    if (query["email"] === "ada@example.com") await gate.opened;
    setTimeout(() => answered.open());
    return { status: 400, json: { message: `Nothing of ${query["email"]}` } };
  });
  const { user } = await bootApp(host, { path: "/security" });
  const main = within(await screen.findByRole("main"));
  const email = await main.findByLabelText("Email");
  await user.type(email, "ada@example.com");
  await press(user, submit);
  await waitFor(() => expect(host.callsOf(call)).toHaveLength(1));
  await fill(user, email, "bea@example.com");
  // Bea can be asked about meanwhile.
  await press(user, submit);
  expect(await main.findByText("Nothing of bea@example.com")).toBeTruthy();
  gate.open();
  await answered.opened;
  await fill(user, email, "cyd@example.com");
  await press(user, submit);
  expect(await main.findByText("Nothing of cyd@example.com")).toBeTruthy();
  expect(screen.queryByText("Nothing of ada@example.com")).toBeNull();
});
