import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { openMenu } from "../support/fields.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard } from "../support/played-dashboard.ts";

const mainMenu = () => screen.findByRole("navigation", { name: "Main menu" });
const title = (name: string | RegExp) => screen.findByRole("heading", { level: 1, name });
const visit = (path: string) => act(() => history.pushState(null, "", path));
/** Opens the drawer by its button in the header, which no style hides in these tests. */
const openDrawer = async (user: UserEvent) => {
  await user.click(within(screen.getByRole("banner")).getByRole("button", { name: "Expand sidebar" }));
  return within(await screen.findByRole("dialog", { name: "Counterfoil" }));
};
const currentEntry = async () => (await mainMenu()).querySelector("[aria-current=page]")?.textContent;

test("[LAY-2, LAY-4, LAY-5] the menu has the document's entries; the user menu stands in the header and in the sidebar, offers Logout, and closes on a route change", async () => {
  const { user } = await bootApp(playDashboard(new PlayedCalls()));
  await title("Dashboard");
  const menu = within(await mainMenu());
  const entries = {
    Dashboard: "/",
    "User Management": "/users",
    "Funding & Balances": "/funding",
    Security: "/security",
    "Audit & Monitoring": "/audit",
    Settings: "/settings",
  };
  for (const [name, href] of Object.entries(entries)) expect(menu.getByRole("link", { name }).getAttribute("href")).toBe(href);
  expect(menu.getAllByRole("separator")).toHaveLength(1);
  const flyout = {
    "View all fees": "/fees-rates",
    "Gift card rates": "/fees-rates/gift-card-rates",
    "Price Calculator": "/fees-rates/price-calculator",
  };
  for (const [name, href] of Object.entries(flyout))
    expect((await openMenu(user, menu.getByRole("button", { name: "Fees & Rates" }), name)).getAttribute("href")).toBe(href);
  await user.keyboard("{Escape}");
  const noMenu = () => waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  await noMenu();

  const buttons = screen.getAllByRole("button", { name: /User menu/ });
  expect(buttons).toHaveLength(2);
  expect(within(screen.getByRole("banner")).getByRole("button", { name: /User menu/ })).toBeTruthy();
  for (const button of buttons) {
    await openMenu(user, button, "Logout");
    await user.keyboard("{Escape}");
    await noMenu();
  }
  await openMenu(user, within(screen.getByRole("banner")).getByRole("button", { name: /User menu/ }), "Logout");
  visit("/dashboard");
  await noMenu();
});

const back = () => act(() => history.back());

test("[LAY-5] a menu and the drawer stay closed when Back leads to where they were open", async () => {
  const { user } = await bootApp(playDashboard(new PlayedCalls()));
  await title("Dashboard");
  await openMenu(user, within(screen.getByRole("banner")).getByRole("button", { name: /User menu/ }), "Logout");
  visit("/security");
  await title("Security");
  back();
  await title("Dashboard");
  expect(screen.queryByRole("menu")).toBeNull();
  const drawer = await openDrawer(user);
  await user.click(drawer.getByRole("link", { name: "Security" }));
  await title("Security");
  back();
  await title("Dashboard");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("[LAY-5] the drawer closes on a link to the page that is open, with the same filter or another", async () => {
  const { user } = await bootApp(playDashboard(new PlayedCalls()), { path: "/?currency=BTC" });
  await title("Dashboard");
  for (const filter of ["another", "the same"]) {
    const drawer = await openDrawer(user);
    await user.click(drawer.getByRole("link", { name: "Dashboard" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(location.search, filter).toBe("");
  }
});

test("[LAY-2, LAY-3, LAY-8] a page's title comes from the menu, which marks it, and is the document's too; an unknown path has a page with a way home", async () => {
  const { user } = await bootApp(playDashboard(new PlayedCalls()), { path: "/dashboard" });
  await title("Dashboard");
  expect(document.title).toMatch(/^Dashboard/);
  expect(screen.queryByRole("navigation", { name: /breadcrumb/i })).toBeNull();
  expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
  expect(await currentEntry()).toBe("Dashboard");
  visit("/security");
  await title("Security");
  expect(document.title).toMatch(/^Security/);
  expect(await currentEntry()).toBe("Security");
  visit("/no/such/page");
  await title(/not found/i);
  await user.click(await within(screen.getByRole("main")).findByRole("link"));
  await title("Dashboard");
  expect(location.pathname).toBe("/");
});
