import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect } from "vitest";

/** Opens a menu by its button and waits until it has the focus. */
export async function openMenuOf(user: UserEvent, button: HTMLElement): Promise<void> {
  await user.click(button);
  await waitFor(() => expect(document.activeElement?.getAttribute("role")).toBe("menu"));
}

/** Chooses an item of the menu that a button opens; what is no link by the keyboard: without layout a menu doesn't follow the pointer. */
export async function chooseItem(user: UserEvent, button: HTMLElement, name: string): Promise<void> {
  await openMenuOf(user, button);
  const item = await screen.findByRole("menuitem", { name });
  if (item instanceof HTMLAnchorElement) return user.click(item);
  const isHighlighted = async () => {
    await user.keyboard("{ArrowDown}");
    expect(item.dataset).toHaveProperty("highlighted");
  };
  await waitFor(isHighlighted);
  await user.keyboard("{Enter}");
}
