import { expect, type Locator, type Page } from "@playwright/test";

export interface Order {
  readonly operation?: "fund" | "deduct";
  readonly email?: string;
  readonly currency?: string;
  readonly amount?: string;
}

/** Page object for /funding. */
export class FundingPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get submitButton(): Locator {
    return this.page.getByRole("form", { name: "Fund User" }).getByRole("button", { name: /^(Fund User|Deduct)$/ });
  }

  get dialog(): Locator {
    return this.page.getByRole("alertdialog");
  }

  get confirmButton(): Locator {
    return this.dialog.getByRole("button", { name: /^Confirm and (Fund|Deduct)$/ });
  }

  /** The screen's own panel; the attention list has one too. */
  get unknown(): Locator {
    return this.page.getByRole("main").getByRole("region", { name: "Outcome unknown" });
  }

  get recent(): Locator {
    return this.page.getByRole("table", { name: "Recent attempts" });
  }

  get attention(): Locator {
    return this.page.getByRole("banner").getByRole("button", { name: /outcomes? unknown/ });
  }

  async open(): Promise<this> {
    await this.page.goto("/funding");
    await expect(this.submitButton).toBeVisible();
    return this;
  }

  /** Types an order into the form. */
  async enter({ operation = "fund", email = "ada@example.com", currency = "BTC", amount = "0.25" }: Order = {}): Promise<void> {
    await this.page.getByLabel("Operation").selectOption(operation);
    await this.page.getByLabel("User Email").fill(email);
    await this.page.getByLabel("Currency").selectOption(currency);
    await this.page.getByLabel("Amount").fill(amount);
  }

  /** Fills the form and opens the confirmation. */
  async ask(order: Order = {}): Promise<void> {
    await this.enter(order);
    await this.submitButton.click();
    await expect(this.dialog).toBeVisible();
  }

  async send(order: Order = {}): Promise<void> {
    await this.ask(order);
    await this.confirmButton.click();
  }
}
