import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { readColumns } from "../../src/db/desk/columns.ts";
import { keepColumns } from "../../src/db/desk/keep-columns.ts";
import { saveView } from "../../src/db/desk/saved-views.ts";
import { bootApp } from "../support/boot-app.tsx";
import { playUsers, usersOf, wireUsers } from "../support/browser/played-users.ts";
import { cellTexts, fill, press } from "../support/fields.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard, wireRow } from "../support/played-dashboard.ts";
import { emptyCache } from "../support/played-host.ts";

const heads = (): string[] => screen.getAllByRole("columnheader").map((head) => head.textContent ?? "");
const untilHeads = (names: readonly string[]): Promise<void> => waitFor(() => expect(heads()).toEqual([...names, "Actions"]));
const cellsOf = (row: number): number => within(screen.getAllByRole("row")[row] ?? document.body).getAllByRole("cell").length;
const usual = ["User", "Type", "Detail", "Amount", "Status", "Reference", "Date"];

afterEach(() => void vi.restoreAllMocks());

/** Opens the columns dialog by its button. */
async function openColumns(user: UserEvent) {
  await press(user, "Columns");
  return within(await screen.findByRole("dialog", { name: "Columns" }));
}
/** Closes it, until its button has the focus again. */
const close = async (user: UserEvent): Promise<void> => {
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Columns" })));
};

test("[FIND-3] the dashboard's columns are hidden, shown and moved, keep the focus on what moves them, and are reset", async () => {
  const { user } = await bootApp(playDashboard(new PlayedCalls()), { path: "/dashboard" });
  await screen.findByRole("cell", { name: "user0" });
  await untilHeads(usual);
  const panel = await openColumns(user);
  await user.click(await panel.findByRole("checkbox", { name: "Detail" }));
  const button = panel.getByRole("button", { name: "Move Amount up" });
  button.focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(panel.getByText("Amount is now at place 3 of 7")).toBeTruthy());
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Move Amount up"));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(panel.getByText("Amount is now at place 2 of 7")).toBeTruthy());
  await close(user);
  await untilHeads(["User", "Amount", "Type", "Status", "Reference", "Date"]);
  const again = await openColumns(user);
  await user.click(await again.findByRole("button", { name: "Reset columns" }));
  await close(user);
  await untilHeads(usual);
});

test("[FIND-3] the users' columns are chosen in the same way, and the last one stays", async () => {
  const { user } = await bootApp(playUsers(new PlayedCalls()), { path: "/users" });
  await screen.findByRole("columnheader", { name: "Email" });
  const panel = await openColumns(user);
  for (const name of ["Email", "Phone number", "KYC level", "KYC status", "Email verified", "BVN verified", "Created"])
    await user.click(await panel.findByRole("checkbox", { name }));
  const last = panel.getByRole("checkbox", { name: "Username" });
  await waitFor(() => expect(last).toHaveProperty("disabled", true));
  await close(user);
  await untilHeads(["Username"]);
  expect(cellsOf(1)).toBeLessThanOrEqual(3);
});

/** Lays header cells out side by side: 200 px for the email, 50 px for each other column. */
function layOutHeads(): void {
  const widthOf = (head: Element): number => (head.textContent === "Email" ? 200 : 50);
  vi.spyOn(HTMLTableCellElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLTableCellElement) {
    const before = [...(this.closest("tr")?.cells ?? [])].slice(0, this.cellIndex).filter((one) => one.localName === "th");
    return new DOMRect(
      before.reduce((sum, one) => sum + widthOf(one), 0),
      0,
      widthOf(this),
      36,
    );
  });
}

test("[FIND-3] after a column has moved, the borders stand where the columns end", async () => {
  layOutHeads();
  const { user } = await bootApp(playUsers(new PlayedCalls()), { path: "/users" });
  await screen.findByRole("columnheader", { name: "Email" });
  const left = (name: RegExp): number => Number.parseFloat(screen.getAllByRole("separator", { name })[0]?.style.left ?? "");
  const borders = () => [left(/between Username/), left(/between Email/)];
  await waitFor(() => expect(borders()).toEqual([45, 245]));
  const panel = await openColumns(user);
  await user.click(await panel.findByRole("button", { name: "Move Email up" }));
  await close(user);
  await waitFor(() => expect(borders()).toEqual([245, 195]));
});

test("[FIND-3, USER-3] without the username's column a row's email leads to its user, by click and by Enter", async () => {
  const { user } = await bootApp(playUsers(new PlayedCalls()), { path: "/users" });
  await screen.findByRole("columnheader", { name: "Email" });
  const panel = await openColumns(user);
  await user.click(await panel.findByRole("checkbox", { name: "Username" }));
  await close(user);
  await waitFor(() => expect(heads()).not.toContain("Username"));
  const link = await screen.findByRole("link", { name: /^user001/ });
  expect(link.getAttribute("href")).toBe("/user-management/summary?email=user001%40example.com");
  link.closest("tr")?.focus();
  await user.keyboard("{Enter}");
  await screen.findByRole("heading", { name: "user001" });
});

test("[FIND-3] a saved view has columns of its own, in any tab and after Back, and what is changed in it stays in it", async () => {
  const { user } = await bootApp(playDashboard(new PlayedCalls()), { path: "/?currency=BTC" });
  await screen.findByRole("cell", { name: "user0" });
  const without = (...names: string[]) => usual.filter((name) => !names.includes(name));
  /** Hides or shows a column. */
  const change = async (name: string): Promise<void> => {
    const panel = await openColumns(user);
    await user.click(await panel.findByRole("checkbox", { name }));
    await close(user);
  };
  const go = (path: string): void => act(() => history.pushState(null, "", path));
  await change("Detail");
  await press(user, "Save this view…");
  await fill(user, await screen.findByLabelText("Name"), "Bitcoin");
  await press(user, "Save");
  const view = await screen.findByRole("link", { name: "Bitcoin" });
  go("/");
  await change("Reference");
  await untilHeads(without("Detail", "Reference"));
  await user.click(view);
  await untilHeads(without("Detail"));
  await change("Type");
  await untilHeads(without("Detail", "Type"));
  // Its name and list are saved already.
  expect(screen.queryByRole("button", { name: "Save this view…" })).toBeNull();
  go("/");
  await untilHeads(without("Detail", "Reference"));
  go("/?currency=BTC");
  await untilHeads(without("Detail", "Type"));
  go("/?currency=NGN");
  await untilHeads(without("Detail", "Reference"));
});

test("[FIND-3] the columns of a view and the admin's own are kept apart", async () => {
  const db = await emptyCache();
  const [own, ofView] = [["User"], ["Amount"]].map((order) => ({ order: order ?? [], hidden: [], widths: {} }));
  await keepColumns(db, "users", own, "/users?q=ada");
  await saveView(db, { id: "1", name: "Ada", href: "/users?q=ada" });
  expect(await readColumns(db, "/users?q=ada")).toEqual({ users: own });
  await keepColumns(db, "users", ofView, "/users?q=ada");
  expect((await readColumns(db, "/users?q=ada")).users).toEqual(ofView);
  expect(await readColumns(db, "/users?")).toEqual({ users: own });
  await keepColumns(db, "users", undefined, "/users?q=ada");
  expect(await readColumns(db, "/users?q=ada")).toEqual({});
  expect(await readColumns(db, "/users?")).toEqual({ users: own });
});

test('[FIND-3] "Last activity" says when a user\'s newest cached transaction was, and nothing of users without one', async () => {
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const rows = [
    wireRow(3, { userId: "u-9", username: "user000", createdAt: at(5) }),
    wireRow(0, { userId: "u-1", username: "renamed", createdAt: at(60) }),
    wireRow(1, { userId: "u-1", username: "user001", createdAt: at(120) }),
    wireRow(2, { userId: undefined, username: "user002", createdAt: at(180) }),
  ];
  const { user } = await bootApp(playDashboard(new PlayedCalls(), rows).on("GET /usermanagement/users", usersOf(wireUsers(3))));
  await screen.findByRole("cell", { name: "renamed" });
  act(() => history.pushState(null, "", "/users"));
  await screen.findByRole("columnheader", { name: "Email" });
  expect(screen.queryByRole("columnheader", { name: "Last activity" })).toBeNull();
  const panel = await openColumns(user);
  await user.click(await panel.findByRole("checkbox", { name: "Last activity" }));
  await close(user);
  expect(within(await screen.findByRole("columnheader", { name: "Last activity" })).queryByRole("button")).toBeNull();
  const activityOf = (name: string) => cellTexts(screen.getByRole("row", { name: new RegExp(name) })).at(-2);
  await waitFor(() =>
    expect([activityOf("user001@"), activityOf("user002@"), activityOf("user000@")]).toEqual(["1 hr. ago", "3 hr. ago", "—"]),
  );
});
