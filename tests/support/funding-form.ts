import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { press } from "./fields.ts";
import { bootApp, type Boot } from "./boot-app.tsx";
import type { PlayedCalls } from "./played-calls.ts";

interface Order {
  readonly operation?: "fund" | "deduct";
  readonly email?: string;
  readonly currency?: string;
  readonly amount?: string;
}

/** /funding in happy-dom; the counterpart of tests/support/browser/funding-page.ts. */
export class FundingForm {
  readonly user: UserEvent;

  constructor(user: UserEvent) {
    this.user = user;
  }

  static async open(host: PlayedCalls, boot: Boot = {}): Promise<FundingForm> {
    const { user } = await bootApp(host, { path: "/funding", ...boot });
    await screen.findByRole("form", { name: "Fund User" });
    return new FundingForm(user);
  }

  /** Opens it after a visit to the users, which the device then knows. */
  static async openAfterUsers(host: PlayedCalls): Promise<FundingForm> {
    const { user } = await bootApp(host, { path: "/users" });
    await screen.findAllByText("ada@example.com");
    act(() => history.pushState(null, "", "/funding"));
    await screen.findByRole("form", { name: "Fund User" });
    return new FundingForm(user);
  }

  get submitButton(): HTMLElement {
    return within(screen.getByRole("form", { name: "Fund User" })).getByRole("button", { name: /^(Fund User|Deduct)$/ });
  }

  get isOff(): boolean {
    return this.submitButton.getAttribute("aria-disabled") === "true";
  }

  /** The confirmation, once open. */
  dialog(): Promise<HTMLElement> {
    return screen.findByRole("alertdialog");
  }

  /** The screen's panel for an attempt with an unknown outcome. */
  async unknown(): Promise<HTMLElement> {
    const main = await screen.findByRole("main");
    return within(main).findByRole("region", { name: "Outcome unknown" });
  }

  /** The newest row of recent attempts. */
  newest(): string {
    return within(screen.getByRole("table", { name: "Recent attempts" })).getAllByRole("row")[1]?.textContent ?? "";
  }

  async enter({ operation = "fund", email = "ada@example.com", currency = "BTC", amount = "0.25" }: Order = {}): Promise<void> {
    await this.user.selectOptions(screen.getByLabelText("Operation"), operation);
    await this.user.clear(screen.getByLabelText("User Email"));
    await this.user.type(screen.getByLabelText("User Email"), email);
    await this.user.selectOptions(screen.getByLabelText("Currency"), currency);
    await this.user.clear(screen.getByLabelText("Amount"));
    await this.user.type(screen.getByLabelText("Amount"), amount);
  }

  /** Fills the form and opens the confirmation. */
  async ask(order: Order = {}): Promise<HTMLElement> {
    await this.enter(order);
    // Disabled until the host has answered something.
    await waitFor(() => {
      if (this.isOff) throw new Error("the button is off");
    });
    await this.user.click(this.submitButton);
    return this.dialog();
  }

  async send(order: Order = {}): Promise<void> {
    const dialog = await this.ask(order);
    await press(this.user, /^Confirm and (Fund|Deduct)$/, within(dialog));
  }
}
