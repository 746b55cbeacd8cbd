import type { Page } from "@playwright/test";
import { links, paths } from "../../../src/app/links.ts";
import { FundingPage } from "./funding-page.ts";
import { emailIn, figureAt, type LiveChange } from "./live-changes.ts";
import { chooseFromMenu } from "./menus.ts";

/** The rates of this card type are used. */
const cardType = "EBAY";

/**
 * Changes that another admin makes on a page of their own. Everything is filled in beforehand, so that measuring starts at the last
 * click. `ask`: requests a funding as the watching admin, and returns the slip's id.
 */
export function clickedChanges(
  theirs: Page,
  origin: string,
  email: string,
  ask: (amount: number) => Promise<string>,
): readonly LiveChange[] {
  const go = (path: string): Promise<unknown> => theirs.goto(origin + path);
  const dialog = theirs.getByRole("alertdialog");
  /** Answers the confirmation except for its last click. */
  const asked = async (confirm: string, value?: string): Promise<() => Promise<void>> => {
    await dialog.waitFor();
    const again = dialog.getByRole("textbox");
    if (value !== undefined && (await again.count()) > 0) await again.fill(value);
    const button = dialog.getByRole("button", { name: confirm });
    await button.hover();
    return () => button.click();
  };
  return [
    {
      kind: "funding",
      path: paths.home,
      prepare: async (n) => {
        const amount = `${101 + n}.25`;
        await go(paths.funding);
        await new FundingPage(theirs).enter({ email, currency: "NGNB", amount });
        await theirs.getByLabel("Reason").selectOption("refund");
        await theirs.getByRole("button", { name: "Fund User" }).click();
        return { painted: { within: "row", texts: [amount, "NGNB"] }, send: await asked("Confirm and Fund") };
      },
    },
    {
      kind: "fee",
      path: paths.fees,
      prepare: async (n) => {
        const fee = figureAt(3, n, 0.01).toLocaleString("en");
        await go(`${paths.editFee}?currency=BTC&network=Bitcoin`);
        await theirs.getByLabel("Network fee (USD)", { exact: true }).fill(fee);
        await theirs.getByRole("button", { name: "Update fee" }).click();
        return { painted: { within: "row", texts: ["Bitcoin", fee] }, send: await asked("Update fee", fee) };
      },
    },
    {
      kind: "onramp rate",
      path: links.fees("onramp"),
      prepare: async (n) => {
        const rate = figureAt(2100, n);
        await go(links.fees("onramp"));
        await theirs.getByLabel("Onramp rate (₦ per unit)").fill(String(rate));
        await theirs.getByRole("button", { name: "Update rate" }).click();
        return { painted: { within: "main", texts: [rate.toLocaleString("en")] }, send: await asked("Update rate", String(rate)) };
      },
    },
    {
      kind: "gift card rate",
      path: `${paths.giftCardRates}?type=${cardType}`,
      prepare: async (n) => {
        await go(`${paths.giftCardRates}?type=${cardType}`);
        await theirs
          .getByRole("button", { name: new RegExp(`^Actions for ${cardType}`) })
          .first()
          .click();
        await chooseFromMenu(theirs, "Edit");
        await theirs.getByLabel("New base rate").fill(String(3100 + n));
        await theirs.getByRole("button", { name: "Save changes" }).click();
        return { painted: { within: "row", texts: [`3,${100 + n}`] }, send: await asked("Save changes", String(3100 + n)) };
      },
    },
    {
      kind: "slip's approval",
      path: `${paths.approvals}?tab=mine`,
      prepare: async (n, page) => {
        const amount = 2_000_100 + n;
        const id = await ask(amount);
        await page.getByText(amount.toLocaleString("en")).waitFor();
        await go(links.approval(id));
        await theirs.getByRole("button", { name: "Approve and Fund" }).click();
        return {
          painted: { within: "row", texts: [amount.toLocaleString("en"), "Executed"] },
          send: await asked("Approve and Fund"),
        };
      },
    },
    {
      kind: "user's deletion",
      path: paths.users,
      prepare: async (_, page) => {
        const whose = await emailIn(page);
        await go(links.user("userSummary", { email: whose }));
        await theirs.getByRole("button", { name: "Delete user" }).click();
        await (
          await asked("Delete user")
        )();
        // They hold money, so the host refuses at first.
        return { painted: { within: "row", texts: [whose], isGone: true }, send: await asked("Delete all the same") };
      },
    },
  ];
}
