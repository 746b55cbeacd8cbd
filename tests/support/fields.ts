import { type BoundFunctions, type queries, type Screen, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect } from "vitest";

type Place = Pick<Screen, "getByRole">;

/** What can be done in a part of the page. */
export type Part = BoundFunctions<typeof queries>;

/** Puts a text in place of what a field holds, as somebody would type it. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  if (text !== "") await user.type(field, text);
}

/** Clicks a button once it is there and on. */
export async function press(user: UserEvent, name: string | RegExp, place: Place = screen): Promise<void> {
  const button = await waitFor(() => {
    const found = place.getByRole("button", { name });
    expect(isOff(found)).toBe(false);
    return found;
  });
  await user.click(button);
}

/** Opens a menu by its button and chooses an item; without a layout a pointer finds none. */
export async function chooseItem(user: UserEvent, menu: string | RegExp, item: string): Promise<void> {
  const button = await screen.findByRole("button", { name: menu });
  button.focus();
  await user.keyboard("{Enter}");
  (await screen.findByRole("menuitem", { name: item })).click();
}

export const isOff = (button: HTMLElement): boolean => button.getAttribute("aria-disabled") === "true";

/** The dialog that asks before something is sent. */
export const question = async (): Promise<Part> => within(await screen.findByRole("alertdialog"));

/** Waits until no dialog is open. */
export const noDialog = (): Promise<void> =>
  waitFor(() => expect([...screen.queryAllByRole("dialog"), ...screen.queryAllByRole("alertdialog")]).toEqual([]));

/** What a field holds. */
export const valueOf = (field: HTMLElement): string | undefined =>
  field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement ? field.value : undefined;
