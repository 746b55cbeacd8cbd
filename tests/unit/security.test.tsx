import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { playUsers } from "../support/browser/played-users.ts";
import { press } from "../support/fields.ts";
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
