import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { Gate } from "../support/gate.ts";
import { fakeSession } from "../support/fake-login.ts";
import { byKey, chooseItem, noDialog, valueOf } from "../support/fields.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { quickClock } from "../support/quick-clock.ts";

const config = { admins: "/staff/admins", sessions: "/staff/sessions" };
const path = "/security/admins";

const people = () => [
  {
    id: "admin-1",
    name: "Grace Hopper",
    email: "grace@example.com",
    role: "super_admin",
    active: true,
    lastSeenAt: "2026-11-20T12:00:00Z",
  },
  {
    id: "admin-2",
    name: "Ada",
    email: "ada@example.com",
    role: "moderator",
    active: true,
    activatedAt: "2026-11-01T00:00:00Z",
    lastSeenAt: null,
  },
  { id: "admin-3", name: "Bea", email: "bea@example.com", role: "admin", active: false, activatedAt: "2026-11-01T00:00:00Z" },
  { id: "admin-4", name: "Cyd", email: "cyd@example.com", role: "moderator", active: false, activatedAt: null },
  { id: "admin-5", name: "Dot", email: "dot@example.com", role: "moderator" },
];

const playAdminsAt = (host: PlayedCalls) => host.on("GET /staff/admins", () => ({ json: { success: true, data: people() } }));
const playAdmins = () => playAdminsAt(new PlayedCalls());
const rowOf = async (name: string) => {
  const cell = await screen.findByRole("cell", { name: new RegExp(`^${name}`) });
  return within(cell.closest("tr") ?? document.body);
};
/** The dialogs' code loads when the first one opens. */
const dialog = (role: "dialog" | "alertdialog", name: string) => screen.findByRole(role, { name }, { timeout: 5000 });
const signedIn = () => fakeSession(new Date(), { sub: "admin-1", email: "grace@example.com" }, "admin-1");

describe("the screen of admins", () => {
  test("[AUTH-18] lists who works here, how each account stands, and nobody's own is changed", async () => {
    const { user } = await bootApp(playAdmins(), { path, config, session: signedIn() });
    expect((await rowOf("Ada")).getByText("Active")).toBeTruthy();
    expect((await rowOf("Ada")).getByText("Never")).toBeTruthy();
    expect((await rowOf("Bea")).getByText("Disabled")).toBeTruthy();
    expect((await rowOf("Cyd")).getByText("Waits for activation")).toBeTruthy();
    expect((await rowOf("Dot")).getByText("Unknown")).toBeTruthy();
    expect((await rowOf("Dot")).queryByText("Never")).toBeNull();
    expect((await rowOf("Grace Hopper")).getByText("(you)")).toBeTruthy();
    await user.click((await rowOf("Grace Hopper")).getByRole("button", { name: /^Actions for/ }));
    const item = await screen.findByRole("menuitem", { name: /Disable/ });
    expect(item.getAttribute("aria-disabled")).toBe("true");
  });

  test("[AUTH-4] who registered is enabled knowingly: nobody has checked whose email it is", async () => {
    const { user } = await bootApp(playAdmins(), { path, config, session: signedIn() });
    const enable = async (name: string) => {
      await chooseItem(user, (await rowOf(name)).getByRole("button", { name: /^Actions for/ }), "Enable");
      return (await dialog("alertdialog", "Enable account")).textContent;
    };
    expect(await enable("Cyd")).toContain(
      "Cyd (cyd@example.com) can sign in then, with the PIN chosen at the registration. Nobody has checked whose email it is: ask the person first.",
    );
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await noDialog();
    expect(await enable("Bea")).toContain("Bea (bea@example.com) can sign in again, with the same PIN and role.");
  });

  test("[AUTH-18, A11Y] a list that could not be read is read again on demand, and the focus stays in its place", async () => {
    const host = playAdmins().on("GET /staff/admins", { status: 403, json: { success: false, message: "Not now" } });
    const { user } = await bootApp(host, { path, config, session: signedIn() });
    expect(await screen.findByText("Not now")).toBeTruthy();
    playAdminsAt(host);
    await byKey(user, "Refresh");
    await rowOf("Ada");
    await waitFor(() => expect(screen.getByRole("main").contains(document.activeElement)).toBe(true));
  });

  test("disables an account through the gate, at the path that config.json names, and shows what the host then says", async () => {
    let active = true;
    const host = playAdmins()
      .on("GET /staff/admins", () => ({ json: { data: people().map((one) => (one.id === "admin-2" ? { ...one, active } : one)) } }))
      .on("PATCH /staff/admins/admin-2", () => {
        active = false;
        return { json: { success: true, message: "Disabled ada@example.com" } };
      });
    const { user } = await bootApp(host, { path, config, session: signedIn() });
    await chooseItem(user, (await rowOf("Ada")).getByRole("button", { name: /^Actions for/ }), "Disable");
    const question = within(await dialog("alertdialog", "Disable account"));
    expect(question.getByText(/Ada \(ada@example.com\) is signed out everywhere at once/)).toBeTruthy();
    expect(host.callsOf("PATCH /staff/admins/admin-2")).toEqual([]);
    await user.click(question.getByRole("button", { name: "Disable" }));
    await waitFor(async () => expect((await rowOf("Ada")).getByText("Disabled")).toBeTruthy());
    expect(host.callsOf("PATCH /staff/admins/admin-2")).toMatchObject([{ body: { active: false } }]);
  });

  test("changes a role, and says in the dialog what the host refuses", async () => {
    const host = playAdmins().on("PATCH /staff/admins/admin-3", { status: 403, json: { success: false, message: "You can't give this." } });
    const { user } = await bootApp(host, { path, config, session: signedIn() });
    await chooseItem(user, (await rowOf("Bea")).getByRole("button", { name: /^Actions for/ }), "Change role");
    const question = within(await dialog("alertdialog", "Change role"));
    const send = question.getByRole("button", { name: "Change role" });
    expect(send.getAttribute("aria-disabled")).toBe("true");
    await user.selectOptions(question.getByLabelText("Role"), "super_admin");
    await user.click(send);
    expect(await question.findByText("You can't give this.")).toBeTruthy();
    expect(host.callsOf("PATCH /staff/admins/admin-3")).toMatchObject([{ body: { role: "super_admin" } }]);
  });

  test("[AUTH-18] what another admin has changed since the list was read is shown before anything is sent", async () => {
    let now: object[] = people();
    const host = new PlayedCalls()
      .on("GET /staff/admins", () => ({ json: { data: now } }))
      .on("PATCH /staff/admins/admin-4", { json: { success: true, message: "Enabled cyd@example.com" } });
    const { user } = await bootApp(host, { path, config, session: signedIn() });
    await chooseItem(user, (await rowOf("Cyd")).getByRole("button", { name: /^Actions for/ }), "Enable");
    const question = within(await dialog("alertdialog", "Enable account"));
    // Another super_admin has let Cyd in as one, and then disabled the account.
    now = people().map((one) => (one.id === "admin-4" ? { ...one, role: "super_admin", activatedAt: "2026-11-02T00:00:00Z" } : one));
    const enable = question.getByRole("button", { name: "Enable" });
    await user.click(enable);
    expect(await question.findByText("Cyd (cyd@example.com) was changed meanwhile: Super admin, Disabled")).toBeTruthy();
    expect(question.getByText("Nothing was sent. Look again before you send.")).toBeTruthy();
    expect(question.getByText(/can sign in again, with the same PIN and role/)).toBeTruthy();
    expect(host.callsOf("PATCH /staff/admins/admin-4")).toEqual([]);
    await user.click(enable);
    await waitFor(() => expect(host.callsOf("PATCH /staff/admins/admin-4")).toMatchObject([{ body: { active: true } }]));
    await noDialog();

    await chooseItem(user, (await rowOf("Ada")).getByRole("button", { name: /^Actions for/ }), "Disable");
    now = people().filter(({ id }) => id !== "admin-2");
    const other = within(await dialog("alertdialog", "Disable account"));
    await user.click(other.getByRole("button", { name: "Disable" }));
    expect(await other.findByText("This admin is not on the host's list any more")).toBeTruthy();
    expect(host.callsOf("PATCH /staff/admins/admin-2")).toEqual([]);
  });

  test("[AUTH-18] the role that the dialog shows while the host is asked again is the one that is sent", async () => {
    const host = playAdmins().on("PATCH /staff/admins/admin-3", { json: { success: true, message: "Changed bea@example.com" } });
    const { user } = await bootApp(host, { path, config, session: signedIn() });
    await chooseItem(user, (await rowOf("Bea")).getByRole("button", { name: /^Actions for/ }), "Change role");
    const question = within(await dialog("alertdialog", "Change role"));
    const gate = new Gate();
    host.on("GET /staff/admins", async () => {
      await gate.opened;
      return { json: { data: people() } };
    });
    const role = question.getByLabelText("Role");
    await user.selectOptions(role, "super_admin");
    await user.click(question.getByRole("button", { name: "Change role" }));
    await user.selectOptions(role, "moderator");
    const shown = valueOf(role);
    gate.open();
    await waitFor(() => expect(host.callsOf("PATCH /staff/admins/admin-3")).toMatchObject([{ body: { role: shown } }]));
  });

  test("[AUTH-18] where the host can't be asked for the list first, a change is sent only once that is said, and ticked", async () => {
    const host = playAdmins().on("PATCH /staff/admins/admin-2", { json: { success: true, message: "Disabled ada@example.com" } });
    const { user } = await bootApp(host, { path, config, session: signedIn() });
    await chooseItem(user, (await rowOf("Ada")).getByRole("button", { name: /^Actions for/ }), "Disable");
    host.on("GET /staff/admins", { status: 400, json: { message: "Not now" } });
    const question = within(await dialog("alertdialog", "Disable account"));
    await user.click(question.getByRole("button", { name: "Disable" }));
    expect(await question.findByText("The host could not be asked for the value that this replaces")).toBeTruthy();
    expect(host.callsOf("PATCH /staff/admins/admin-2")).toEqual([]);
    const gate = new Gate();
    host.on("GET /staff/admins", async () => {
      await gate.opened;
      return { status: 400, json: { message: "Not now" } };
    });
    await user.click(question.getByText("Send it all the same"));
    await user.click(question.getByRole("button", { name: "Disable" }));
    // It goes by the tick of the click, which stays.
    await user.click(question.getByText("Send it all the same"));
    expect(question.getByRole<HTMLInputElement>("checkbox").checked).toBe(true);
    gate.open();
    await waitFor(() => expect(host.callsOf("PATCH /staff/admins/admin-2")).toHaveLength(1));
  });

  test("a change whose question was cancelled leaves the next question open", async () => {
    const gate = new Gate();
    const host = playAdmins().on("PATCH /staff/admins/admin-2", async () => {
      await gate.opened;
      return { json: { success: true, message: "Disabled ada@example.com" } };
    });
    const { user } = await bootApp(host, { path, config, session: signedIn() });
    await chooseItem(user, (await rowOf("Ada")).getByRole("button", { name: /^Actions for/ }), "Disable");
    const question = within(await dialog("alertdialog", "Disable account"));
    await user.click(question.getByRole("button", { name: "Disable" }));
    await waitFor(() => expect(host.callsOf("PATCH /staff/admins/admin-2")).toHaveLength(1));
    await user.click(question.getByRole("button", { name: "Cancel" }));
    await noDialog();
    await chooseItem(user, (await rowOf("Bea")).getByRole("button", { name: /^Actions for/ }), "Change role");
    const next = await dialog("alertdialog", "Change role");
    gate.open();
    await screen.findByText("Disabled ada@example.com");
    expect(screen.getByRole("alertdialog")).toBe(next);
  });

  test("an answer that is lost leaves the outcome to be settled, and the same is not sent again", async () => {
    const host = playAdmins().on("PATCH /staff/admins/admin-2", { is: "cut" });
    const { user } = await bootApp(host, { path, config, session: fakeSession(new Date(), { sub: "admin-9" }, "admin-9") });
    await chooseItem(user, (await rowOf("Ada")).getByRole("button", { name: /^Actions for/ }), "Disable");
    await user.click(within(await dialog("alertdialog", "Disable account")).getByRole("button", { name: "Disable" }));
    expect(await dialog("dialog", "Disable account")).toBeTruthy();
    expect(host.callsOf("PATCH /staff/admins/admin-2")).toHaveLength(1);
  });

  test("[SYNC-8] without an answer for 15 s the list is called failed, and shown once it comes", async () => {
    const clock = quickClock();
    const host = new PlayedCalls().on("GET /staff/admins", { is: "silence" });
    await bootApp(host, { path, config, session: signedIn() });
    await waitFor(() => expect(host.callsOf("GET /staff/admins")).toHaveLength(1));
    await clock.pass(14_000);
    expect(screen.queryByText("Failed to fetch the admins")).toBeNull();
    await clock.pass(2000);
    expect(await screen.findByText("Failed to fetch the admins")).toBeTruthy();
    host.on("GET /staff/admins", { json: { success: true, data: people() } });
    await clock.passUntil(2000, () => expect(screen.getByRole("cell", { name: /^Ada/ })).toBeTruthy());
  });

  test("[SYNC-5] Refresh asks the host also after all tries were used up", async () => {
    const clock = quickClock();
    const host = new PlayedCalls().on("GET /staff/admins", { status: 503, json: { success: false, message: "Back soon" } });
    const { user } = await bootApp(host, { path, config, session: signedIn() });
    const refresh = () => screen.findByRole("button", { name: "Refresh" });
    for (const tries of [4, 8, 12]) {
      await clock.passUntil(5000, () => expect(host.callsOf("GET /staff/admins")).toHaveLength(tries));
      await clock.pass(1000);
      if (tries < 12) await user.click(await refresh());
    }
    host.on("GET /staff/admins", { json: { success: true, data: people() } });
    await user.click(await refresh());
    expect(await screen.findByRole("cell", { name: /^Ada/ })).toBeTruthy();
  });

  test("is there neither for a host that offers none, nor without the permission", async () => {
    const none = new PlayedCalls();
    await bootApp(none, { path });
    expect(await screen.findByText("This host offers no list of admins")).toBeTruthy();
    expect(screen.queryByRole("navigation", { name: "Parts of Security" })).toBeNull();
  });

  test("[AUTH-18] asks for nothing without canManageAdmins, and says what it takes", async () => {
    const host = new PlayedCalls();
    await bootApp(host, { path, config, session: fakeSession(new Date(), { permissions: { canManageAdmins: false } }, "looker") });
    expect(await screen.findByText(/canManageAdmins/)).toBeTruthy();
    expect(host.callsOf("GET /staff/admins")).toEqual([]);
    expect(screen.queryByRole("navigation", { name: "Parts of Security" })).toBeNull();
  });

  test("leads there from Security, where it is offered", async () => {
    const { user } = await bootApp(playAdmins(), { path: "/security", config, session: signedIn() });
    await user.click(await screen.findByRole("link", { name: "Admins" }));
    expect(await screen.findByRole("cell", { name: /^Ada/ })).toBeTruthy();
  });
});

describe("one's own sessions in Settings", () => {
  const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0";
  const all = [
    {
      id: "s-1",
      createdAt: "2026-11-20T12:00:00Z",
      lastSeenAt: "2026-11-20T12:30:00Z",
      address: "192.0.2.1",
      userAgent: agent,
      current: true,
    },
    {
      id: "s-2",
      createdAt: "2026-11-19T12:00:00Z",
      lastSeenAt: "2026-11-19T12:30:00Z",
      address: "192.0.2.2",
      userAgent: "curl",
      current: false,
    },
    { id: "s-3", createdAt: "2026-11-18T12:00:00Z", lastSeenAt: null, address: null, userAgent: null, current: false },
  ];
  const playSessions = () => {
    let rows = all;
    return new PlayedCalls()
      .on("GET /staff/sessions", () => ({ json: { success: true, data: rows } }))
      .on("DELETE /staff/sessions/s-2", () => {
        rows = rows.filter(({ id }) => id !== "s-2");
        return { json: { success: true, message: "Session ended" } };
      })
      .on("DELETE /staff/sessions/others", () => {
        rows = rows.slice(0, 1);
        return { json: { success: true } };
      });
  };

  test("are listed with this one marked, and one of the others is ended", async () => {
    const host = playSessions();
    const { user } = await bootApp(host, { path: "/settings", config });
    const table = within(await screen.findByRole("table", { name: "Your sessions" }));
    expect((await table.findByText("Firefox on Linux")).closest("tr")?.textContent).toContain("This session");
    expect(table.getAllByRole("button")).toHaveLength(2);
    const row = table.getByText("192.0.2.2").closest("tr");
    await user.click(within(row ?? document.body).getByRole("button", { name: /^End the session of/ }));
    await waitFor(() => expect(table.queryByText("192.0.2.2")).toBeNull());
    expect(host.callsOf("DELETE /staff/sessions/s-2")).toHaveLength(1);
  });

  test("all others are ended after a question", async () => {
    const host = playSessions();
    const { user } = await bootApp(host, { path: "/settings", config });
    await user.click(await screen.findByRole("button", { name: "End all other sessions" }));
    const question = within(await dialog("alertdialog", "End all other sessions"));
    expect(host.callsOf("DELETE /staff/sessions/others")).toEqual([]);
    await user.click(question.getByRole("button", { name: "End all other sessions" }));
    await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(2));
    expect(screen.getByRole("button", { name: "End all other sessions" }).getAttribute("aria-disabled")).toBe("true");
  });

  test("the question about all others stays open, and waits, while one of them is being ended", async () => {
    const gate = new Gate();
    const host = playSessions().on("DELETE /staff/sessions/s-2", async () => {
      await gate.opened;
      return { json: { success: true, message: "Session ended" } };
    });
    const { user } = await bootApp(host, { path: "/settings", config });
    const table = within(await screen.findByRole("table", { name: "Your sessions" }));
    const row = table.getByText("192.0.2.2").closest("tr");
    await user.click(within(row ?? document.body).getByRole("button", { name: /^End the session of/ }));
    await user.click(screen.getByRole("button", { name: "End all other sessions" }));
    const question = within(await dialog("alertdialog", "End all other sessions"));
    const confirm = question.getByRole("button", { name: "End all other sessions" });
    expect(confirm.getAttribute("aria-disabled")).toBe("true");
    gate.open();
    await waitFor(() => expect(confirm.getAttribute("aria-disabled")).not.toBe("true"));
    await user.click(confirm);
    await waitFor(() => expect(host.callsOf("DELETE /staff/sessions/others")).toHaveLength(1));
  });

  test("are asked for only where config.json names them", async () => {
    const host = new PlayedCalls();
    await bootApp(host, { path: "/settings" });
    expect(await screen.findByRole("button", { name: "Save" })).toBeTruthy();
    expect(screen.queryByText("Your sessions")).toBeNull();
  });
});
