import { expectAccessible } from "../support/browser/axe.ts";
import { allKeptBy } from "../support/browser/kept.ts";
import { chooseFromMenu } from "../support/browser/menus.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, keepSession, testWithShell } from "../support/browser/test.ts";
import { fakeSession } from "../support/fake-login.ts";
import { playDashboard, wireRows } from "../support/played-dashboard.ts";

testWithShell(
  "[FIND-7, A11Y, AUTH-14] rows are pinned by their key offline; bar, case and dossier stand; signing out asks, and leaves nothing of it",
  async ({ page, host, played, context }) => {
    playDashboard(played, wireRows(9)).on("POST /adminsignin/logout", { json: {} });
    await keepSession(page, host.origin, fakeSession());
    await page.goto("/");
    await expect(page.getByRole("cell", { name: "user3", exact: true })).toBeVisible();
    await untilShellIsKept(page);
    await played.cutOff(context);
    const boxOf = (row: number) => page.getByRole("checkbox", { name: `Select REF-0000${row}-ABCDEFGH` });
    const bar = page.getByRole("region", { name: "Open case" });
    await boxOf(2).focus();
    await page.keyboard.press("c");
    await expect(bar).toContainText("1 pin");
    await boxOf(4).focus();
    await page.keyboard.press("x");
    // The selection's bar is above the case's.
    const [above, below] = [await page.getByRole("region", { name: "Selection" }).boundingBox(), await bar.boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    await page.keyboard.press("c");
    await expect(bar).toContainText("2 pins");

    await bar.getByRole("link").focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Pinned" })).toBeVisible();
    await page.getByLabel("Notes on the case").fill("She says that it never came.");
    await page.getByLabel("Notes on the case").blur();
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByLabel("Notes on the case")).toHaveValue("She says that it never came.");
    await expect(page).toHaveTitle("Case · Counterfoil");

    await page.emulateMedia({ media: "print" });
    for (const text of [/^Dossier: Case of /, /never came/, "REF-00004-ABCDEFGH · tx-00004", /^Cached list, as of /])
      await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
    for (const role of ["banner", "navigation", "button", "textbox"] as const)
      await expect(page.getByRole(role, { includeHidden: true }).first()).toBeHidden();
    const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: "screen" });

    await page.getByRole("banner").getByLabel("User menu").click();
    await chooseFromMenu(page, "Logout");
    const question = page.getByRole("alertdialog", { name: "Sign out and lose the cases?" });
    await expect(question.getByRole("link", { name: "Print dossier" })).toBeVisible();
    await expectAccessible(page);
    await question.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
    const kept = await allKeptBy(page);
    for (const text of ["never came", "tx-00004", "REF-00004"]) expect(kept).not.toContain(text);
  },
);
