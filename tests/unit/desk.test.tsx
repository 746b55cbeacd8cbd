import { readFileSync } from "node:fs";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { playFigures } from "../support/browser/played-figures.ts";
import { noDialog, press, question } from "../support/fields.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard, wireRow } from "../support/played-dashboard.ts";
import { savedFiles } from "../support/saved-files.ts";

const doc = readFileSync("docs/desk.md", "utf8");

/** A journey's steps in the document's table. */
function stepsOf(journey: string): number {
  const [, steps] = new RegExp(`\\| ${journey} \\| ([\\d,]+) \\| [\\d,]+ \\|`).exec(doc) ?? [];
  return Number(steps?.replace(",", ""));
}

/** The number of steps in a journey's section. */
const told = (journey: string): number =>
  doc
    .split(`## ${journey}\n`)[1]
    ?.split("\n## ")[0]
    ?.match(/^\d+\. /gm)?.length ?? 0;

/** Counts the user's actions. */
class Steps {
  count = 0;
  readonly #user: UserEvent;
  constructor(user: UserEvent) {
    this.#user = user;
  }
  async keys(keys: string): Promise<void> {
    this.count += 1;
    await this.#user.keyboard(keys);
  }
  async paste(field: HTMLElement, text: string): Promise<void> {
    this.count += 1;
    field.focus();
    await this.#user.paste(text);
  }
  async type(field: HTMLElement, text: string): Promise<void> {
    this.count += 1;
    await this.#user.clear(field);
    await this.#user.type(field, text);
  }
  async click(target: HTMLElement): Promise<void> {
    this.count += 1;
    await this.#user.click(target);
  }
}

const ada = { id: "u-ada", username: "ada", email: "ada@example.com", phonenumber: "+2348012345678", kycLevel: 2, tokens: [] };
const withdrawal = { type: "WITHDRAWAL", status: "PENDING", currency: "NGNB", amount: -5000, username: "ada", userId: "u-ada" };

const palette = () => screen.findByRole("combobox", { name: /^Find a screen/ });
const chosen = (text: RegExp) => waitFor(() => expect(screen.getByRole("option", { selected: true }).textContent).toMatch(text));

const printed = vi.fn<() => void>();
beforeEach(() => {
  printed.mockClear();
  vi.stubGlobal("print", printed);
});

test("[FIND-2, FIND-7, FIND-8] the screenshot: from a reference and a phone number to a printed dossier", async () => {
  const host = playDashboard(new PlayedCalls(), [wireRow(1, withdrawal), wireRow(2)])
    .on("GET /usermanagement/users", { json: { data: { users: [ada], pagination: { total: 1, skip: 0 } } } })
    .on("GET /admin/users/wallets", { json: { email: ada.email, wallets: {}, balances: {} } });
  // View the users, so that the palette knows Ada's number.
  const { user } = await bootApp(host, { path: "/users" });
  await screen.findByRole("link", { name: "ada" });
  await user.click(screen.getByRole("link", { name: "Dashboard" }));
  await screen.findByRole("checkbox", { name: "Select REF-00001-ABCDEFGH" });
  const steps = new Steps(user);

  await steps.keys("{Control>}k{/Control}");
  await steps.paste(await palette(), "REF-00001-ABCDEFGH");
  await chosen(/REF-00001-ABCDEFGH/);
  await steps.keys("{Enter}");
  const panel = within(await screen.findByRole("dialog", { name: "Transaction details" }));
  expect(await panel.findByText("Too few to say")).toBeTruthy();
  await steps.keys("c");
  await screen.findByText("1 pin");
  await steps.keys("{Escape}");
  await noDialog();
  await steps.keys("{Control>}k{/Control}");
  await steps.paste(await palette(), "0801 234 5678");
  await chosen(/ada@example\.com/);
  await steps.keys("{Enter}");
  await waitFor(() => expect(screen.getByRole("button", { name: "Pin" }).getAttribute("aria-disabled")).toBeNull());
  await steps.keys("c");
  await screen.findByText("2 pins");
  await steps.click(within(screen.getByLabelText("Open case")).getByRole("link"));
  await steps.type(await screen.findByRole("textbox", { name: "Notes on the case" }), "Ada: did not arrive");
  await steps.click(await screen.findByRole("button", { name: "Print dossier" }));
  expect(printed).toHaveBeenCalledOnce();
  expect(screen.getByText(/^Cached list, as of /)).toBeTruthy();
  expect(screen.getByText(/^Cached list of users, as of /)).toBeTruthy();
  expect([steps.count, told("The screenshot")]).toEqual([stepsOf("The screenshot"), stepsOf("The screenshot")]);
});

test("[FIND-1, FIND-4] the list: from a column of ids to their sums by currency and a file", async () => {
  const saved = savedFiles();
  const rows = [wireRow(0, { amount: 0.25 }), wireRow(1, { amount: -0.1 }), wireRow(2, { amount: 1500, currency: "NGN" }), wireRow(3)];
  const { user } = await bootApp(playDashboard(new PlayedCalls(), rows), { path: "/dashboard" });
  await screen.findByRole("checkbox", { name: "Select REF-00001-ABCDEFGH" });
  const steps = new Steps(user);

  await steps.click(screen.getByRole("link", { name: "Look up many" }));
  await steps.paste(await screen.findByLabelText(/^IDs, references/), "tx-00000\n tx-00001;\n“tx-00002”");
  await steps.click(screen.getByRole("button", { name: "Look up" }));
  await steps.click(await screen.findByRole("link", { name: "Select all found" }));
  await waitFor(() => expect(screen.queryByRole("cell", { name: "user3" })).toBeNull());
  (await screen.findByRole("checkbox", { name: "Select REF-00000-ABCDEFGH" })).focus();
  await steps.keys("{Control>}a{/Control}");
  expect(await screen.findByText("3 selected of 3 loaded", { selector: "p" })).toBeTruthy();
  const sums = within(screen.getByRole("list", { name: "Sums" })).getAllByRole("listitem");
  expect(sums.map(({ textContent }) => textContent)).toEqual(["BTC credits +0.25, debits -0.10", "NGN +1,500.00"]);
  await steps.click(within(screen.getByRole("region", { name: "Selection" })).getByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect([steps.count, told("The list")]).toEqual([stepsOf("The list"), stepsOf("The list")]);
});

test("[RATE-4] the rate: from any screen to what another rate would have meant, and nothing is sent", async () => {
  const sale = { type: "SWAP", status: "COMPLETED", fromCurrency: "USDT", toCurrency: "NGNB", currency: "USDT", amount: -1000 };
  const host = playDashboard(new PlayedCalls(), [wireRow(1, sale), wireRow(2, { ...sale, amount: -234.5 })]);
  playFigures(host);
  const { user } = await bootApp(host, { path: "/dashboard" });
  await screen.findByRole("checkbox", { name: "Select REF-00001-ABCDEFGH" });
  await user.click(document.body);
  const steps = new Steps(user);

  await steps.keys("gf");
  await steps.click(await screen.findByRole("tab", { name: /offramp/i }));
  await steps.type(await screen.findByLabelText("Offramp rate (₦ per unit)"), "1451.5");
  steps.count += 1;
  await press(user, "Update rate");
  const dialog = await question();
  expect(await dialog.findByText("On 2 sales of 1,234.5 USDT: ₦1,851.75 more paid out.")).toBeTruthy();
  await steps.click(dialog.getByRole("button", { name: "Cancel" }));
  expect([steps.count, told("The rate")]).toEqual([stepsOf("The rate"), stepsOf("The rate")]);
});
