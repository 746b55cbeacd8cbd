import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { bootApp, untilStanding } from "../support/boot-app.tsx";
import { bootedCache } from "../support/booted-cache.ts";
import { playUsers, usersOf, wireUser } from "../support/browser/played-users.ts";
import { Gate } from "../support/gate.ts";
import { fakeSession } from "../support/fake-login.ts";
import { chooseItem, fill, isOff, noDialog, press, question, valueOf } from "../support/fields.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard, wireRows } from "../support/played-dashboard.ts";

const email = "user001@example.com";
const phone = "+2348010000001";

/** Opens a tool by its address. */
async function openAt(path: string, host = playUsers(new PlayedCalls())) {
  const { user } = await bootApp(host, { path: `/user-management/${path}` });
  return { host, user, main: within(await screen.findByRole("main")) };
}

const deeds = [
  {
    id: "TOOL-2",
    tool: "Disable 2FA",
    button: "Disable 2fa",
    confirm: "Disable 2FA",
    call: "PATCH /2FA-Disable/disable-2fa",
    done: "2FA disabled",
    failed: "Failed to disable 2FA",
    thrown: "Disable 2FA failed",
  },
  {
    id: "TOOL-3",
    tool: "Remove password PIN",
    button: "Remove password PIN",
    confirm: "Remove PIN",
    call: "PATCH /delete-pin/remove-passwordpin",
    done: "Password PIN removed",
    failed: "Failed to remove password PIN",
    thrown: "Failed to remove password PIN",
  },
];

for (const { id, tool, button, confirm, call, done, failed, thrown } of deeds)
  describe(`[${id}] ${tool}`, () => {
    /** Opens it by the row menu. */
    async function open() {
      const host = playUsers(new PlayedCalls()).on(call, { json: { success: true } });
      const { user } = await bootApp(host, { path: "/users" });
      await user.click(await screen.findByRole("button", { name: `Actions for ${email}` }));
      await user.click(await screen.findByRole("menuitem", { name: tool }));
      return { host, user, box: await screen.findByLabelText("Email") };
    }

    test("asks, sends the email, says it is done, and goes back one page", async () => {
      const { host, user, box } = await open();
      expect(valueOf(box)).toBe(email);
      await press(user, button);
      const dialog = await question();
      expect(screen.getByRole("alertdialog").textContent).toContain(email);
      await press(user, confirm, dialog);
      await screen.findByText(done);
      await waitFor(() => expect(location.pathname).toBe("/users"));
      expect(host.callsOf(call)).toMatchObject([{ body: { email }, authorization: expect.stringMatching(/^Bearer /) }]);
    });

    test("without an email, refused, and thrown each say so", async () => {
      const { host, user, box } = await open();
      await fill(user, box, "   ");
      await press(user, button);
      expect((await screen.findAllByText("Please provide an email")).length).toBeGreaterThan(0);
      expect(host.callsOf(call)).toEqual([]);
      await fill(user, box, ` ${email} `);
      host.on(call, { json: { success: false } });
      await press(user, button);
      const dialog = await question();
      const said = async (words: string): Promise<void> =>
        waitFor(() =>
          expect(dialog.getAllByRole("alert").map(({ textContent }) => textContent)).toContainEqual(expect.stringContaining(words)),
        );
      await press(user, confirm, dialog);
      await said(failed);
      expect(host.callsOf(call).at(-1)?.body).toEqual({ email });
      host.on(call, { status: 400, json: {} });
      await press(user, confirm, dialog);
      await said(thrown);
    });
  });

test.each([
  ["TOOL-2", "disable-2fa", "Disable 2fa"],
  ["TOOL-3", "remove-password", "Remove password PIN"],
  ["TOOL-5", "wipe-pending-balance", "Wipe pending balance"],
])("[%s, USER-11] the question goes with the page of its user (%s)", async (_, path, button) => {
  const { user, main } = await openAt(`${path}?email=user002%40example.com`);
  act(() => history.pushState(null, "", `/user-management/${path}?email=user001%40example.com`));
  await waitFor(() => expect(valueOf(main.getByLabelText("Email"))).toBe(email));
  await press(user, button, main);
  await screen.findByRole("alertdialog");
  act(() => history.back());
  await noDialog();
  expect(valueOf(main.getByLabelText("Email"))).toBe("user002@example.com");
});

test.each(["generate-wallet-by-phone", "regenerate-wallet-by-phone"])(
  "[TOOL-6, USER-11] what is typed and ticked goes with the page of its user (%s)",
  async (path) => {
    const { user, main } = await openAt(`${path}?email=user002%40example.com`);
    act(() => history.pushState(null, "", `/user-management/${path}?email=user001%40example.com`));
    const force = await main.findByRole("checkbox", { name: /force/i });
    await user.click(force);
    await fill(user, main.getByLabelText("Phone number"), "+2348099999999");
    act(() => history.back());
    await waitFor(() => expect(main.getByRole("checkbox", { name: /force/i })).toHaveProperty("checked", false));
    expect(valueOf(main.getByLabelText("Phone number"))).not.toBe("+2348099999999");
  },
);

test("[USER-11] a link whose maker left the + of an email as it is names that email", async () => {
  const { main } = await openAt("disable-2fa?email=user001+x@example.com");
  expect(valueOf(await main.findByLabelText("Email"))).toBe("user001+x@example.com");
});

test("[TOOL-2] an answer that is lost is an unknown outcome, and the same can't be sent again", async () => {
  const call = "PATCH /2FA-Disable/disable-2fa";
  const host = playUsers(new PlayedCalls()).on(call, { status: 502, body: "<html>", contentType: "text/html" });
  const { user } = await openAt(`disable-2fa?email=${encodeURIComponent(email)}`, host);
  await press(user, "Disable 2fa");
  await press(user, "Disable 2FA", await question());
  expect((await screen.findAllByRole("button", { name: "It did not happen" })).length).toBeGreaterThan(0);
  expect(host.callsOf(call)).toHaveLength(1);
});

test("[TOOL-3] /user-management/wallet-generation is the same screen, and opens by itself with an empty field", async () => {
  const { main } = await openAt("wallet-generation");
  expect(valueOf(await main.findByLabelText("Email"))).toBe("");
  expect(main.getByRole("button", { name: "Remove password PIN" })).toBeTruthy();
});

test("[TOOL-4] an admin is created with what was typed, after each field was right", async () => {
  const call = "POST /admin/register";
  const host = playUsers(new PlayedCalls()).on(call, { status: 409, json: { message: "taken" } });
  const { user, main } = await openAt("create-new-admin", host);
  const create = () => press(user, "Create admin", main);
  const box = (label: string) => main.getByLabelText(label);
  const said = (words: string) => waitFor(() => expect(screen.getAllByText(words).length).toBeGreaterThan(0));
  const untilFocused = (label: string) => waitFor(() => expect(document.activeElement).toBe(box(label)));
  await create();
  for (const words of [
    "Admin name must be between 2 and 100 characters",
    "Enter a valid email address",
    "Password PIN must be exactly 6 digits",
    "Invalid role",
  ])
    await said(words);
  // Retried, as focus handling loads after the screen.
  await waitFor(async () => {
    await create();
    expect(document.activeElement).toBe(box("Admin name"));
  });
  await fill(user, box("Admin name"), "Grace");
  await create();
  await untilFocused("Email");
  await fill(user, box("Email"), "grace2@example.com");
  await fill(user, box("Password PIN"), "12345");
  await user.selectOptions(box("Role"), "moderator");
  await create();
  await untilFocused("Password PIN");
  expect(host.callsOf(call)).toEqual([]);
  await fill(user, box("Password PIN"), "123456");
  await create();
  await said("An admin with this email already exists");
  host.on(call, { status: 400, json: {} });
  await create();
  await said("Failed to register admin");
  host.on(call, { status: 201, json: { message: "Welcome aboard" } });
  await create();
  await said("Welcome aboard");
  expect(host.callsOf(call).at(-1)?.body).toEqual({
    adminName: "Grace",
    email: "grace2@example.com",
    passwordPin: "123456",
    role: "moderator",
  });
});

test("[TOOL-5] a pending balance is wiped in the chosen currency, after a question", async () => {
  const call = "POST /pending/wipe";
  const { host, user, main } = await openAt("wipe-pending-balance", playUsers(new PlayedCalls()).on(call, { json: {} }));
  const wipe = "Wipe pending balance";
  const ask = () => press(user, wipe, main);
  await ask();
  expect(main.getByText("Please provide a user email")).toBeTruthy();
  await fill(user, main.getByLabelText("Email"), email);
  const currency = main.getByLabelText("Currency");
  expect(valueOf(currency)).toBe("BTC");
  await user.selectOptions(currency, "");
  await ask();
  expect(main.getByText("Please select a currency to wipe")).toBeTruthy();
  await user.selectOptions(currency, "USDT");
  await ask();
  const dialog = await question();
  expect(screen.getByRole("alertdialog").textContent).toContain("USDT");
  await press(user, wipe, dialog);
  await screen.findByText("Pending balance wiped");
  await noDialog();
  expect(host.callsOf(call)).toMatchObject([{ body: { email, currency: "USDT" } }]);
  host.on(call, { status: 400, json: {} });
  await ask();
  const second = await question();
  await press(user, wipe, second);
  expect((await second.findByRole("alert")).textContent).toContain("Failed to wipe pending balance");
  await press(user, "Cancel", second);
  await noDialog();
  await press(user, "Reset", main);
  expect([valueOf(main.getByLabelText("Email")), valueOf(main.getByLabelText("Currency"))]).toEqual(["", "BTC"]);
});

test.each([
  ["what the host says while it is asked", true, "0.5 BTC"],
  ["not an older one of the cache", false, "not known"],
])("[TOOL-5, FUND-6] the pending balance before a wipe is %s", async (_, answers, before) => {
  const wallets = "GET /admin/users/wallets";
  const host = playUsers(new PlayedCalls())
    .on("POST /pending/wipe", { is: "cut" })
    .on("GET /analytics/filter", { json: { data: [] } });
  const { user, main } = await openAt(`wipe-pending-balance?email=${encodeURIComponent(email)}`, host);
  act(() => history.pushState(null, "", `/user-management/summary?email=${encodeURIComponent(email)}`));
  await screen.findAllByText(/0\.12345678/);
  act(() => history.back());
  await main.findByText(/0\.001/);
  const balances = { json: { email, wallets: {}, balances: { btcPendingBalance: 0.5 } } };
  host.on(wallets, answers ? balances : { status: 400, json: {} });
  await press(user, "Wipe pending balance", main);
  const dialog = await question();
  if (answers) await screen.findByText(/^Pending now: 0\.5 BTC/);
  await press(user, "Wipe pending balance", dialog);
  host.on(wallets, balances);
  await press(user, "Check balance", main);
  expect((await main.findByText("Before")).parentElement?.textContent).toBe(`Before${before}`);
});

test("[TOOL-6] Force regenerate warns and goes out; without a phone number, and refused, it says so", async () => {
  const start = "POST /updateuseraddress/generate-wallets-by-phone";
  const { host, user, main } = await openAt("generate-wallet-by-phone", playUsers(new PlayedCalls()).on(start, { status: 400, json: {} }));
  await press(user, "Start generation");
  expect(main.getByText("Phone number is required")).toBeTruthy();
  await fill(user, main.getByLabelText("Phone number"), phone);
  await user.click(main.getByText("Force regenerate"));
  await main.findByText(/Old addresses may still receive deposits/);
  await press(user, "Start generation");
  expect((await screen.findAllByText("Failed to start wallet generation")).length).toBeGreaterThan(0);
  expect(host.callsOf(start).at(-1)?.body).toEqual({ phonenumber: phone, force: true });
});

test("[TOOL-6] a number sent before the cache has looked for it is the one in the field, not the one before", async () => {
  const start = "POST /updateuseraddress/generate-wallets-by-phone";
  const host = playUsers(new PlayedCalls()).on(start, { status: 400, json: {} });
  const { user } = await bootApp(host, { path: "/users" });
  await screen.findByRole("link", { name: "user001" });
  act(() => history.pushState(null, "", "/user-management/generate-wallet-by-phone"));
  const field = await screen.findByLabelText<HTMLInputElement>("Phone number");
  await fill(user, field, phone);
  await within(screen.getByRole("complementary", { name: "Who this is" })).findByText(email);
  // Without a turn between them, in which the cache could answer.
  fireEvent.change(field, { target: { value: "+2348010000002" } });
  fireEvent.submit(field.form ?? field);
  await waitFor(() => expect(host.callsOf(start)).toMatchObject([{ body: { phonenumber: "+2348010000002" } }]));
});

test("[TOOL-7, A11Y] wallets are regenerated for the ticked tokens, without any the boxes say what is wrong, and the answer is shown as it came", async () => {
  const call = "PATCH /updateuseraddress/regenerate-by-phone";
  const host = playUsers(new PlayedCalls()).on(call, { json: { user: { email } } });
  const { user, main } = await openAt("regenerate-wallet-by-phone", host);
  await press(user, "Regenerate");
  expect(main.getByText("Phone number is required")).toBeTruthy();
  await fill(user, main.getByLabelText("Phone number"), phone);
  await press(user, "Regenerate");
  const fault = main.getByText("Provide at least one token");
  const box = main.getByLabelText("BTC_BTC");
  expect([box.getAttribute("aria-invalid"), box.getAttribute("aria-describedby")]).toEqual(["true", fault.id]);
  for (const token of ["BTC_BTC", "USDT_USDT"]) await user.click(main.getByText(token));
  await press(user, "Regenerate");
  expect((await screen.findAllByText("Wallets regenerated")).length).toBeGreaterThan(0);
  expect(host.callsOf(call)).toMatchObject([{ body: { phonenumber: phone, tokens: ["BTC_BTC", "USDT_USDT"], force: false } }]);
  expect((await main.findByRole("region", { name: "Raw response" })).textContent).toContain(email);
  // Not beside another number.
  await fill(user, main.getByLabelText("Phone number"), "+2348000000009");
  expect(main.queryByRole("region", { name: "Raw response" })).toBeNull();
  await fill(user, main.getByLabelText("Phone number"), phone);
  expect(main.getByRole("region", { name: "Raw response" })).toBeTruthy();
  host.on(call, { status: 400, json: {} });
  await press(user, "Regenerate");
  expect((await screen.findAllByText("Failed to regenerate wallets")).length).toBeGreaterThan(0);
});

test.each([
  ["TOOL-6", "generate-wallet-by-phone", "POST /updateuseraddress/generate-wallets-by-phone", "Start generation"],
  ["TOOL-7", "regenerate-wallet-by-phone", "PATCH /updateuseraddress/regenerate-by-phone", "Regenerate"],
])("[%s, AUD-2] where the host did it for another user than the chosen one, this is said and recorded", async (_, path, call, button) => {
  const other = "user002@example.com";
  const host = playUsers(new PlayedCalls()).on(call, { json: { success: true, message: "Done", user: { email: other } } });
  const { user, main } = await openAt(`${path}?email=${encodeURIComponent(email)}`, host);
  await within(screen.getByRole("complementary", { name: "Who this is" })).findByText(email);
  if (path.startsWith("re")) await user.click(main.getByText("BTC_BTC"));
  await press(user, button, main);
  expect((await main.findByRole("alert")).textContent).toContain(`The host did it for ${other}`);
  expect(await bootedCache().journal.toArray()).toMatchObject([{ target: other, details: { phonenumber: phone, email } }]);
  await waitFor(() => expect(host.callsOf("GET /admin/users/wallets").map(({ query }) => query["email"])).toContain(other));
});

test("[TOOL-7, USER-11] a number that the host has corrected meanwhile takes the place of the one that was passed", async () => {
  const host = playUsers(new PlayedCalls());
  const { user } = await bootApp(host, { path: "/users" });
  const row = await screen.findByRole("button", { name: `Actions for ${email}` });
  host.on("GET /usermanagement/users", usersOf([wireUser(1, { phonenumber: "+2348019999999" })]));
  await chooseItem(user, row, "Regenerate wallet");
  const field = await screen.findByLabelText("Phone number");
  await waitFor(() => expect(valueOf(field)).toBe("+2348019999999"));
});

test("[TOOL-1] a user of whom nothing is known has dashes, not zeros", async () => {
  const host = playUsers(new PlayedCalls()).on("GET /admin/users/wallets", { json: { email, wallets: {}, balances: {} } });
  await openAt(`summary?email=${encodeURIComponent(email)}`, host);
  await screen.findByText("The host knows no wallets of this user");
  expect(screen.getByRole("group", { name: "Total portfolio value" }).textContent).toContain("—");
});

test.each([
  ["email=gone%40example.com", "The host's list doesn't know this user"],
  ["id=u-1", "The host's search doesn't find this user"],
  ["id=u-1&username=renamed", "The host's search doesn't find this user"],
])(
  "[FIND-2, TOOL-1] only by an email is a user told to be unknown to the host, as its search may not look for ids: %s",
  async (about, words) => {
    await openAt(`summary?${about}`, playUsers(new PlayedCalls()));
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByText(/may have been deleted/) !== null).toBe(about.startsWith("email"));
  },
);

test("[USER-9, TOOL-1] of a user who isn't known here it is not said that there is no phone number", async () => {
  const { user } = await openAt("summary?email=gone%40example.com", playUsers(new PlayedCalls()));
  await screen.findByText("The host's list doesn't know this user");
  const button = screen.getByRole("button", { name: "Wallet generation status" });
  expect([button.getAttribute("aria-disabled"), button.getAttribute("title")]).toEqual(["true", "This user is not kept on this device"]);
  await user.click(button);
  expect(screen.queryByText("User has no phone number")).toBeNull();
});

test("[TOOL-2, USER-11] permissions that are false disable their tools and say which they need", async () => {
  const session = fakeSession(new Date(), { permissions: { canManageKYC: false } }, "no-kyc");
  await bootApp(playUsers(new PlayedCalls()), { path: "/user-management/disable-2fa", session });
  const button = await screen.findByRole("button", { name: "Disable 2fa", description: /canManageKYC/ });
  expect(isOff(button)).toBe(true);
});

test("[AUTH-18, A11Y] a button that is off says why when it is pressed, by key and by touch, too", async () => {
  const session = fakeSession(new Date(), { permissions: { canManageKYC: false } }, "no-kyc-by-key");
  const { user } = await bootApp(playUsers(new PlayedCalls()), { path: "/user-management/disable-2fa", session });
  const button = await screen.findByRole("button", { name: "Disable 2fa" });
  await untilStanding();
  await waitFor(async () => {
    button.focus();
    await user.keyboard("{Enter}");
    const said = within(screen.getByRole("region", { name: /^Latest messages/ }));
    expect(said.getAllByText("Needs the permission canManageKYC")).toHaveLength(1);
  });
});

test("[AUTH-18] a user's page shows no cached transactions to an admin who may not view them any more", async () => {
  const rows = wireRows(2, { username: "user003", userId: "u-3" });
  await bootApp(playDashboard(new PlayedCalls(), rows), { session: fakeSession(new Date(), { jti: "1" }, "lost-a-permission") });
  await screen.findAllByRole("cell", { name: "user003" });
  cleanup();
  const host = playUsers(playDashboard(new PlayedCalls(), rows));
  const session = fakeSession(new Date(), { jti: "2", permissions: { canViewTransactions: false } }, "lost-a-permission");
  await bootApp(host, { path: "/user-management/summary?email=user003%40example.com&username=user003", session });
  await screen.findByText(/your account may not view them/);
  expect(screen.queryByRole("table", { name: "Latest transactions" })).toBeNull();
});

test("[USER-11, TOOL-1] an address with one user's email and another one's name and id shows nothing of the other", async () => {
  const rows = wireRows(2, { username: "user003", userId: "u-3" });
  const host = playDashboard(new PlayedCalls(), rows).on("GET /admin/users/wallets", { json: { wallets: {}, balances: {} } });
  await bootApp(host, { path: "/dashboard" });
  await screen.findAllByRole("cell", { name: "user003" });
  act(() => history.pushState(null, "", "/user-management/summary?email=mallory%40example.com&username=user003&id=u-3"));
  const record = within(await screen.findByRole("region", { name: "Who this is" }));
  expect(record.getByRole("heading").textContent).toBe("mallory@example.com");
  expect(await screen.findByText(/^Which transactions are this user's can't be told: /)).toBeTruthy();
  expect(screen.queryByRole("table", { name: "Latest transactions" })).toBeNull();
  expect(screen.queryByText(/user003/)).toBeNull();
});

test("[TOOL-2] the answer about one user takes nothing away that is typed for another after Cancel", async () => {
  const answered = new Gate();
  const host = playUsers(new PlayedCalls()).on("PATCH /2FA-Disable/disable-2fa", async () => {
    await answered.opened;
    return { json: { success: true } };
  });
  const { user } = await bootApp(host, { path: "/users" });
  await chooseItem(user, new RegExp(`^Actions for ${email}`), "Disable 2FA");
  const field = await screen.findByLabelText("Email");
  await press(user, "Disable 2fa");
  await press(user, "Disable 2FA", await question());
  await user.keyboard("{Escape}");
  await noDialog();
  await fill(user, field, "user002@example.com");
  answered.open();
  expect((await screen.findAllByText("2FA disabled")).length).toBeGreaterThan(0);
  expect(location.pathname).toBe("/user-management/disable-2fa");
  expect(valueOf(field)).toBe("user002@example.com");
});

test.each([
  ["TOOL-2", "disable-2fa", "PATCH /2FA-Disable/disable-2fa", "Disable 2fa", "Disable 2FA"],
  ["TOOL-5", "wipe-pending-balance", "POST /pending/wipe", "Wipe pending balance", "Wipe pending balance"],
])("[%s, FUND-6] %s: the outcome for one user isn't told beside another one, and says whose it is", async (_, path, call, ask, confirm) => {
  const answered = new Gate();
  const host = playUsers(new PlayedCalls()).on(call, async () => {
    await answered.opened;
    return { status: 400, json: { success: false, message: "Frozen" } };
  });
  const { user, main } = await openAt(path, host);
  await fill(user, await main.findByLabelText("Email"), email);
  await press(user, ask, main);
  await press(user, confirm, await question());
  await user.keyboard("{Escape}");
  await noDialog();
  await fill(user, main.getByLabelText("Email"), "user002@example.com");
  answered.open();
  const said = within(await screen.findByRole("region", { name: /^Latest messages/ }));
  expect((await said.findAllByText(new RegExp(email))).length).toBeGreaterThan(0);
  expect(main.queryByText("Frozen")).toBeNull();
});

test("[TOOL-3, FUND-6] while one wipe is under way, after Cancel and Reset too, none of another user can be confirmed", async () => {
  const answered = new Gate();
  const host = playUsers(new PlayedCalls()).on("POST /pending/wipe", async () => {
    await answered.opened;
    return { json: { success: true } };
  });
  const { user, main } = await openAt("wipe-pending-balance", host);
  const wipe = "Wipe pending balance";
  await fill(user, await main.findByLabelText("Email"), email);
  await press(user, wipe, main);
  await press(user, wipe, await question());
  await user.keyboard("{Escape}");
  await noDialog();
  await press(user, "Reset", main);
  await fill(user, main.getByLabelText("Email"), "user002@example.com");
  expect(isOff(main.getByRole("button", { name: wipe }))).toBe(true);
  answered.open();
  await waitFor(() => expect(isOff(main.getByRole("button", { name: wipe }))).toBe(false));
  expect(host.callsOf("POST /pending/wipe").map(({ body }) => body)).toMatchObject([{ email }]);
});
