import { act, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { Gate } from "../support/gate.ts";
import { fakeSession } from "../support/fake-login.ts";
import { press } from "../support/fields.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard } from "../support/played-dashboard.ts";

const signIn = "POST /adminsignin/signin";
const { token } = fakeSession();

async function open(path: string, host = new PlayedCalls()) {
  const { user } = await bootApp(host, { path, session: "nobody" });
  await screen.findByRole("heading", { level: 1 });
  return { host, user };
}

async function fillIn(user: UserEvent, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await user.type(screen.getByLabelText(label), text);
}

const credentials = { Email: "grace@example.com", Password: "123456" };
const registration = { "Full Name": "Grace Hopper", ...credentials, "Confirm Password": "123456" };

/** Attributes that make the browser validate. */
function expectRequired(...labels: string[]): void {
  for (const label of labels) expect(screen.getByLabelText(label).hasAttribute("required"), label).toBe(true);
  expect(screen.getByLabelText("Email").getAttribute("type")).toBe("email");
}

const addressOf = (link: string): string | null => screen.getByRole("link", { name: link }).getAttribute("href");
const typeOfPassword = (): string | null => screen.getByLabelText("Password").getAttribute("type");

test("[AUTH-2, AUTH-7] the sign-in page has the document's words, and fields that the browser checks", async () => {
  await open("/login");
  expect(screen.getByRole("heading", { name: "Welcome back!", level: 1 })).toBeTruthy();
  expect(screen.getByText(/log in to (the|your) dashboard/i)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Sign In" }).disabled).toBe(false);
  expect(addressOf("Forgot your password?")).toBe("/reset-password");
  expectRequired("Email", "Password");
});

test("[AUTH-2] the password is hidden until its toggle shows it", async () => {
  const { user } = await open("/login");
  await fillIn(user, { Password: "secret" });
  expect(typeOfPassword()).toBe("password");
  await press(user, "Show password");
  expect(typeOfPassword()).toBe("text");
  expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("secret");
  await press(user, "Hide password");
  expect(typeOfPassword()).toBe("password");
});

describe.each([
  ["/login", "/"],
  ["/register", "/dashboard"],
])("%s", (path, to) => {
  test(`[AUTH-2, AUTH-4, AUTH-14] who is signed in is led to ${to}`, async () => {
    await bootApp(playDashboard(new PlayedCalls()), { path });
    expect(await screen.findByRole("heading", { name: "Dashboard", level: 1 })).toBeTruthy();
    expect(location.pathname).toBe(to);
  });

  test(`[AUTH-2, AUTH-4, AUTH-14] who signs in in another tab is led to ${to}`, async () => {
    await open(path, playDashboard(new PlayedCalls()));
    const { token: opened, user } = fakeSession(new Date(), { jti: path }, `admin of ${path}`);
    localStorage.setItem("user", user);
    localStorage.setItem("token", opened);
    act(() => void dispatchEvent(new StorageEvent("storage", { key: "token" })));
    expect(await screen.findByRole("heading", { name: "Dashboard", level: 1 })).toBeTruthy();
    expect(location.pathname).toBe(to);
  });
});

test("[AUTH-2, AUTH-3, AUTH-9, AUTH-13] signing in sends email and PIN without a bearer, keeps the answer and goes to /", async () => {
  const answer = new Gate();
  const host = playDashboard(new PlayedCalls()).on(signIn, async () => {
    await answer.opened;
    return { json: { admin: { id: "admin-1", name: "Grace Hopper", email: "grace@example.com" }, accessToken: token } };
  });
  const { user } = await open("/login", host);
  await fillIn(user, credentials);
  await press(user, "Sign In");
  await screen.findByRole("button", { name: "Signing In..." });
  answer.open();
  await screen.findByRole("heading", { name: "Dashboard", level: 1 });
  expect(location.pathname).toBe("/");
  const [call] = host.callsOf(signIn);
  expect([call?.body, call?.authorization]).toEqual([{ email: "grace@example.com", passwordPin: "123456" }, undefined]);
  expect(localStorage.getItem("token")).toBe(token);
  expect(JSON.parse(localStorage.getItem("user") ?? "")).toMatchObject({ name: "Grace Hopper", email: "grace@example.com" });
  await waitFor(() => expect(host.callsOf("GET /analytics/dashboard")[0]?.authorization).toBe(`Bearer ${token}`));
});

test("[AUTH-8] the last error is gone while the next try is under way", async () => {
  const { host, user } = await open("/login", new PlayedCalls().on(signIn, { status: 401, json: { message: "Invalid email or PIN" } }));
  await fillIn(user, credentials);
  await press(user, "Sign In");
  await screen.findByText("Invalid email or PIN");
  host.on(signIn, { is: "silence" });
  await press(user, "Sign In");
  await screen.findByRole("button", { name: "Signing In..." });
  expect(screen.queryByText("Invalid email or PIN")).toBeNull();
});

test("[AUTH-2] hammering Sign In sends one request", async () => {
  const { host, user } = await open("/login", new PlayedCalls().on(signIn, { is: "silence" }));
  await fillIn(user, credentials);
  const button = screen.getByRole("button", { name: "Sign In" });
  act(() => {
    for (let time = 0; time < 20; time += 1) button.click();
  });
  await user.type(screen.getByLabelText("Password"), "{Enter}");
  await screen.findByRole("button", { name: "Signing In..." });
  expect(host.callsOf(signIn)).toHaveLength(1);
});

test("[AUTH-4, AUTH-7] the register page has the document's words, and fields that the browser checks", async () => {
  const { user } = await open("/register");
  expect(screen.getByRole("heading", { name: "Create your account", level: 1 })).toBeTruthy();
  expectRequired("Full Name", "Email", "Password", "Confirm Password");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Sign Up" }).disabled).toBe(false);
  await user.click(screen.getAllByRole("button", { name: "Show password" })[0] ?? document.body);
  expect(typeOfPassword()).toBe("text");
  await user.click(screen.getByRole("link", { name: "Sign in" }));
  await waitFor(() => expect(location.pathname).toBe("/login"));
});

test("[AUTH-4, AUTH-9, AUTH-13] registering sends name, email and PIN without a bearer, and goes to /dashboard", async () => {
  const admin = { id: "admin-2", name: "Grace Hopper", email: "grace@example.com" };
  const host = playDashboard(new PlayedCalls()).on("POST /register", { json: { user: admin, token } });
  const { user } = await open("/register", host);
  await fillIn(user, registration);
  await press(user, "Sign Up");
  await screen.findByRole("heading", { name: "Dashboard", level: 1 });
  expect(location.pathname).toBe("/dashboard");
  const [call] = host.callsOf("POST /register");
  expect(call?.body).toEqual({ name: "Grace Hopper", email: "grace@example.com", passwordPin: "123456", confirmPassword: "123456" });
  expect(call?.authorization).toBeUndefined();
  expect(localStorage.getItem("token")).toBe(token);
  expect(JSON.parse(localStorage.getItem("user") ?? "")).toMatchObject(admin);
});

test("[AUTH-6, AUTH-7] the reset page has the document's words and goes back to /login once the host has taken the email", async () => {
  const answer = new Gate();
  const reset = "POST /reset-password";
  const host = new PlayedCalls().on(reset, async () => {
    await answer.opened;
    return { json: { message: "A link is on its way" } };
  });
  const { user } = await open("/reset-password", host);
  expect(screen.getByRole("heading", { name: "Reset your password", level: 1 })).toBeTruthy();
  expect(screen.getByText(/link will be sent to (the|your) email address/i)).toBeTruthy();
  expect(addressOf("Back to login")).toBe("/login");
  expectRequired("Email");
  await fillIn(user, { Email: "grace@example.com" });
  await press(user, "Reset Password");
  await user.type(screen.getByLabelText("Email"), "{Enter}");
  expect(host.callsOf(reset)).toHaveLength(1);
  answer.open();
  await waitFor(() => expect(location.pathname).toBe("/login"));
  const [call] = host.callsOf(reset);
  expect([call?.body, call?.authorization]).toEqual([{ email: "grace@example.com" }, undefined]);
});
