import { type BoundFunctions, type queries, type Screen, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect } from "vitest";

type Place = Pick<Screen, "getByRole">;

/** Queries bound to a part of the page. */
export type Part = BoundFunctions<typeof queries>;

/** Replaces a field's content by typing. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  if (text !== "") await user.type(field, text);
}

/** Clicks a button once it exists and is enabled. */
export async function press(user: UserEvent, name: string | RegExp, place: Place = screen): Promise<void> {
  const button = await waitFor(() => {
    const found = place.getByRole("button", { name });
    expect(isOff(found)).toBe(false);
    return found;
  });
  await user.click(button);
}

/** Presses a button by keyboard once it exists and is enabled. */
export async function byKey(user: UserEvent, name: string | RegExp, place: Place = screen): Promise<void> {
  const button = await waitFor(() => {
    const found = place.getByRole("button", { name });
    expect(isOff(found)).toBe(false);
    return found;
  });
  button.focus();
  await user.keyboard("{Enter}");
}

/** Opens the menu of a button, given by name or element; returns one of its items. */
export async function openMenu(user: UserEvent, button: string | RegExp | HTMLElement, item: string | RegExp): Promise<HTMLElement> {
  // Retried, as a redrawn list removes the button and its menu.
  return waitFor(async () => {
    if (!screen.queryByRole("menu")) {
      const opener = button instanceof HTMLElement ? button : screen.getByRole("button", { name: button });
      opener.focus();
      await user.keyboard("{Enter}");
    }
    return screen.findByRole("menuitem", { name: item }, { timeout: 1000 });
  });
}

/** Chooses a menu item by keyboard: without layout, a menu doesn't follow the pointer. */
export async function chooseItem(user: UserEvent, button: string | RegExp | HTMLElement, name: string): Promise<void> {
  const item = await openMenu(user, button, name);
  const current = () => document.querySelector("[role^=menuitem][data-highlighted]");
  const reach = async () => {
    while (!("highlighted" in item.dataset)) {
      const before = current();
      await user.keyboard("{ArrowDown}");
      // Wait for each press to show, or the next would overshoot. A press before the menu has the focus is lost.
      await waitFor(() => expect(current()).not.toBe(before), { timeout: 1000 });
    }
  };
  await waitFor(reach);
  await user.keyboard("{Enter}");
}

export const isOff = (button: HTMLElement): boolean => button.getAttribute("aria-disabled") === "true";

/** The confirmation dialog. */
export const question = async (): Promise<Part> => within(await screen.findByRole("alertdialog"));

/** Waits until no dialog is open. */
export const noDialog = (): Promise<void> =>
  waitFor(() => expect([...screen.queryAllByRole("dialog"), ...screen.queryAllByRole("alertdialog")]).toEqual([]));

/** A field's value. */
export const valueOf = (field: HTMLElement): string | undefined =>
  field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement ? field.value : undefined;

/** A row's cell texts, without the selection checkbox, which appears once the page has loaded. */
export const cellTexts = (row: Element | null | undefined): string[] =>
  [...(row?.querySelectorAll("td") ?? [])]
    .filter((cell) => cell.querySelector("[type=checkbox], [role=checkbox]") === null)
    .map((cell) => cell.textContent ?? "");
