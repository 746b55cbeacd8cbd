import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { paths } from "../../src/app/links.ts";
import { bootApp } from "../support/boot-app.tsx";
import { isOff, press } from "../support/fields.ts";
import { Gate } from "../support/gate.ts";
import { PlayedCalls } from "../support/played-calls.ts";

const forms = [
  { path: paths.login, heading: "Welcome back!", fields: ["email:email:username", "password:password:current-password"] },
  {
    path: paths.register,
    heading: "Create your account",
    fields: ["name:text:name", "email:email:username", "password:password:new-password", "confirm:password:new-password"],
  },
  { path: paths.resetPassword, heading: "Reset your password", fields: ["email:email:username"] },
];

test("[AUTH-2, AUTH-4, AUTH-6] sign-in, registration and reset are one form each that password managers know how to fill", async () => {
  await bootApp(new PlayedCalls(), { path: paths.login, session: "nobody" });
  for (const { path, heading, fields } of forms) {
    act(() => history.pushState(null, "", path));
    await screen.findByRole("heading", { level: 1, name: heading });
    const found = [...document.forms].map((form) => {
      const inputs = [...form.querySelectorAll("input")];
      return {
        fields: inputs.map((input) => `${input.name}:${input.type}:${input.autocomplete}`),
        isEachNamedOnce: new Set(inputs.map(({ id }) => id)).size === inputs.length && inputs.every(({ id }) => id !== ""),
        isEachLabelled: inputs.every(({ labels }) => labels?.length === 1),
        submits: form.querySelectorAll("[type=submit]").length,
      };
    });
    expect(found, path).toEqual([{ fields, isEachNamedOnce: true, isEachLabelled: true, submits: 1 }]);
  }
});

/** Signs in or asks for a new password with an answer that waits, and goes on to another page; answers once the gate is open. */
async function leaveWaiting(from: "login" | "resetPassword", call: string, answer: { status?: number; json: unknown }) {
  const [gate, answered] = [new Gate(), new Gate()];
  const host = new PlayedCalls().on(call, async () => {
    await gate.opened;
    setTimeout(() => answered.open());
    return answer;
  });
  const { user } = await bootApp(host, { path: paths[from], session: "nobody" });
  await user.type(await screen.findByLabelText("Email"), "grace@example.com");
  const pin = screen.queryByLabelText("Password", { selector: "input" });
  if (pin) await user.type(pin, "123456");
  await press(user, pin ? "Sign In" : "Reset Password");
  await waitFor(() => expect(host.callsOf(call)).toHaveLength(1));
  const to = from === "login" ? paths.resetPassword : paths.register;
  act(() => history.pushState(null, "", to));
  await screen.findByRole("heading", { level: 1, name: forms.find(({ path }) => path === to)?.heading ?? "" });
  return { user, answer: async () => (gate.open(), answered.opened) };
}

test("[AUTH-2] a sign-in that fails after its page was left isn't told on the next one, whose button waits for its end", async () => {
  const { user, answer } = await leaveWaiting("login", "POST /adminsignin/signin", { status: 401, json: { message: "Invalid PIN" } });
  expect(isOff(screen.getByRole("button", { name: /^Reset Password|Sending|Resetting/ }))).toBe(true);
  await answer();
  await user.type(screen.getByLabelText("Email"), "ada@example.com");
  expect(screen.queryByText("Invalid PIN")).toBeNull();
});

test("[AUTH-6] a reset that ends after its page was left says so, and leaves the page that is open by then", async () => {
  const { user, answer } = await leaveWaiting("resetPassword", "POST /reset-password", { json: { success: true } });
  await user.type(screen.getByLabelText("Full Name"), "Ada");
  await answer();
  expect(await screen.findByText(/grace@example\.com/)).toBeTruthy();
  expect(screen.getByLabelText("Full Name")).toHaveProperty("value", "Ada");
});
