import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { firstAdmin, HostProcess } from "../support/browser/host-process.ts";
import { allKeptBy, emailsIn } from "../support/browser/kept.ts";
import { copySeededData, type SeededData } from "../support/browser/seeded-data.ts";
import type { DrivenBrowser, DrivenTab } from "./driver.ts";
import { menuFrames, noteMenuFrames, rowsInSight, unnamedScrollAreas } from "./looks.ts";
import { Person, until } from "./person.ts";

/** The one journey that every engine walks; a step that fails ends it. */
export function journey(engine: string, launch: (() => Promise<DrivenBrowser>) | undefined): void {
  describe.skipIf(launch === undefined)(engine, () => {
    let data: SeededData;
    let host: HostProcess;
    let browser: DrivenBrowser;
    let ada: Person;
    let failed: string | undefined;

    beforeAll(async () => {
      if (!launch) return;
      const launching = launch().then((launched) => {
        browser = launched;
      });
      // It may fail before it is waited for.
      launching.catch(() => {});
      data = await copySeededData();
      host = await HostProcess.start({ ...data, env: { COUNTERFOIL_FAULTS: "1" } });
      await launching;
      console.log(`${engine}: ${browser.version}`);
      ada = await openTab();
    });
    afterAll(async () => {
      await browser?.close();
      await host?.stop();
      await data?.remove();
    });

    const openTab = async (path = "/"): Promise<Person> => {
      const tab = await browser.newTab();
      await tab.goto(host.origin + path);
      return new Person(tab);
    };

    const step = (title: string, walk: () => Promise<void>): void =>
      test(title, async ({ skip }) => {
        skip(failed !== undefined, `the journey ended at “${failed}”`);
        try {
          await walk();
        } catch (error) {
          failed = title;
          const picture = `test-results/${engine.toLowerCase()}-failed.png` as const;
          await mkdir("test-results", { recursive: true });
          await ada.tab.picture(picture).then(
            () => console.log(`${engine} stopped at “${title}”, see ${picture}`),
            () => {},
          );
          throw error;
        }
      });

    const loseAnswers = (path: string | undefined): Promise<unknown> =>
      fetch(`${host.origin}/__faults`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          rules: path
            ? [
                { path, method: "POST", lossAfter: 1 },
                // Nor does it say what became of it, as long as answers are lost.
                { path: "/api/attempts/*", method: "POST", errorBefore: 1 },
              ]
            : [],
        }),
      });
    const rows = (person: Person): Promise<string[]> =>
      person.tab.evaluate(() => [...document.querySelectorAll<HTMLElement>("#root tbody tr")].map((row) => row.innerText));
    const focused = (person: Person): Promise<string | undefined> =>
      person.tab.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent?.trim());

    step("[ENG-1, AUTH-1] signs in, and the dashboard shows its rows", async () => {
      await ada.see("heading", "Welcome back!");
      await ada.fill("Email", firstAdmin.email);
      await ada.fill("Password", firstAdmin.pin);
      await ada.click("button", "Sign In");
      await ada.see("heading", "Dashboard");
      await until("rows", async () => (await rows(ada)).length > 8);
    });

    step("[ENG-1, PWA-2] keeps the shell", () =>
      until(
        "an active service worker",
        () => ada.tab.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === "activated"),
        60_000,
      ).then(() => undefined),
    );

    step("[ENG-1, DASH-7] searches", async () => {
      await ada.fill("Search transactions", "type:SWAP status:pending");
      await ada.press("Enter");
      await ada.see("button", "Remove Transaction type Swap");
      await until("swaps only", async () => (await rows(ada)).every((row) => /swap/i.test(row)));
      await ada.click("button", "Clear All");
      await ada.seeNo("button", "Clear All");
    });

    step("[ENG-1, DASH-9] reads the details of a transaction; its menu is not seen before it has its place", async () => {
      expect(await unnamedScrollAreas(ada.tab)).toEqual([]);
      await noteMenuFrames(ada.tab);
      await ada.click("button", { like: "^Actions for" });
      await ada.click("menu item", "View Full Details");
      expect(await menuFrames(ada.tab)).not.toContain("astray");
      await ada.in("dialog").see("heading", "Transaction details");
      await ada.press("Escape");
      await ada.seeNo("dialog");
    });

    let email = "";
    step("[ENG-1, USER-1] lists the users", async () => {
      await ada.click("link", "User Management");
      await ada.see("heading", "User Management");
      const { text } = await ada.in("list", "Users").see("row");
      [email = ""] = emailsIn(text);
      expect(email).not.toBe("");
    });

    const fund = async (amount: string): Promise<void> => {
      await ada.fill("User Email", email);
      await ada.choose("Currency", "BTC");
      await ada.fill("Amount", amount);
      await ada.click("button", "Fund User");
      await ada.in("question", "Confirm the funding").click("button", "Confirm and Fund");
    };

    step("[ENG-1, FUND-3] funds a user, and the focus is back at the form's button", async () => {
      await ada.click("link", "Funding & Balances");
      await fund("0.25");
      await ada.in("dialog", "Funded").see("text", "New balance");
      await ada.click("button", "Done");
      await ada.seeNo("dialog");
      await until("focus at the button", async () => (await focused(ada)) === "Fund User");
    });

    step("[ENG-1, FUND-6, KEY-2] loses the answer to a funding, and the host settles it", async () => {
      await loseAnswers("/funduser/fund");
      await fund("0.125");
      await ada.see("heading", "Outcome unknown");
      await loseAnswers(undefined);
      await ada.see("text", { like: "^The host says that it is done" });
      await ada.seeNo("button", { like: "outcome unknown" });
    });

    step("[ENG-1] finds a screen by keys alone", async () => {
      await ada.press("Control", "k");
      await ada.see("field", "Find a screen, a user or a transaction");
      await ada.tab.type("gift");
      await ada.see("option", { like: "^Gift card rates" });
      await ada.press("Enter");
      await ada.see("heading", "Gift card rates");
    });

    step("[ENG-1, GIFT-5] changes a gift card rate through two dialogs, and the focus is back at its menu", async () => {
      await ada.click("button", { like: "^Actions for" });
      await ada.click("menu item", "Edit");
      const edit = ada.in("dialog", { like: "^Edit " });
      const { text } = await edit.see("text", { like: "^Now .* Leave it empty" });
      await edit.fill("New base rate", String(Math.round(Number(/[\d,.]+\d/.exec(text)?.[0].replaceAll(",", "")) * 1.01)));
      await edit.click("button", "Save changes");
      await ada.in("question").click("button", "Save changes");
      await ada.see("text", "Rate updated");
      await ada.seeNo("question");
      await until("focus at the menu's button", async () => (await focused(ada))?.startsWith("Actions for") ?? false);
    });

    step("[ENG-1, GIFT-7] uploads rates from a file", async () => {
      const file = join(browser.downloads, "rates.csv");
      await writeFile(
        file,
        "cardType,country,rate,physicalRate,ecodeRate,minAmount,maxAmount,vanillaType,notes,isActive\nNIKE,SWITZERLAND,1100,1110,1090,10,100,engine,,true\n",
      );
      await ada.click("button", "Bulk upload");
      await ada.in("dialog", "Bulk upload").see("text", { like: "or drop it here" });
      await ada.tab.choose(file);
      await ada.see("button", "1 new");
      await ada.click("button", "Upload");
      await ada.see("text", { like: "Bulk rates uploaded successfully|1 rate" });
      await ada.seeNo("dialog");
    });

    step("[ENG-1, GIFT-8] downloads the rates as a file", async () => {
      await ada.click("button", "Export CSV");
      const name = await until("the file", async () =>
        (await readdir(browser.downloads)).find((file) => /^gift-card-rates-\d{4}-\d\d-\d\d\.csv$/.test(file)),
      );
      // A browser makes the file before it fills it.
      const csv = await until("its content", () => readFile(join(browser.downloads, name), "utf8"));
      expect(csv).toContain("id,cardType,country,rate");
      expect(csv.split("\n").length).toBeGreaterThan(10);
    });

    step("[ENG-1, AUD-3] verifies the audit log", async () => {
      await ada.click("link", "Audit & Monitoring");
      await ada.see("heading", "Audit & Monitoring");
      await ada.click("button", "Verify");
      await ada.in("dialog").see("text", { like: "^The log holds: " });
      await ada.press("Escape");
      await ada.seeNo("dialog");
    });

    step("[ENG-1, SET-1] goes dark and French, and back", async () => {
      const isDark = () => ada.tab.evaluate(() => getComputedStyle(document.documentElement).colorScheme === "dark");
      await ada.click("link", "Settings");
      await ada.click("switch", { like: "^Dark mode" });
      await ada.choose("Language", "fr");
      await ada.click("button", "Save");
      await ada.see("heading", "Paramètres");
      expect(await ada.tab.evaluate(() => document.documentElement.lang)).toBe("fr");
      expect(await isDark()).toBe(true);
      await ada.click("switch", { like: "^Mode sombre" });
      await ada.choose("Langue", "en");
      await ada.click("button", "Enregistrer");
      await ada.see("heading", "Settings");
    });

    step("[ENG-1, AUTH-15] locks, and unlocks with the PIN", async () => {
      await ada.click("button", { like: "User menu$" });
      await ada.click("menu item", "Lock now");
      await ada.see("heading", "Locked");
      await ada.fill("Password", firstAdmin.pin);
      await ada.click("button", "Unlock");
      await ada.see("heading", "Settings");
    });

    step("[ENG-1, PWA-2] starts without the host, in this tab and in a new one, and scrolls through what is kept", async () => {
      await ada.click("link", "Dashboard");
      await until("rows", async () => (await rows(ada)).length > 8);
      await host.kill();
      await ada.tab.reload();
      await ada.see("heading", "Dashboard");
      const first = await until("rows", async () => {
        const seen = await rowsInSight(ada.tab);
        return seen.length > 5 && seen;
      });
      const { x, y } = await ada.in("list", "Transactions").see("row");
      const areOthers = async (): Promise<boolean> => {
        const seen = await rowsInSight(ada.tab);
        return seen.length > 5 && seen.every((row) => !first.includes(row));
      };
      // A turn of the wheel is waited for, not followed by the next one: WebKit scrolls some frames later.
      await until("other rows", async () => {
        await ada.tab.wheel(x, y + 100, 1200);
        return until("other rows after a turn", areOthers, 3000).catch(() => false);
      });
      const cold = await openTab("/users");
      await cold.see("heading", "User Management");
      await until("users", async () => (await rows(cold)).length > 5);
    });

    step("[ENG-1, LAY-7] is live again once the host is back", async () => {
      await host.start();
      await ada.see("button", { like: "^Live" }, 80_000);
    });

    step("[ENG-1, AUTH-10] signs out in a second tab, and the first one leaves too", async () => {
      const second = await openTab("/users");
      await second.see("heading", "User Management");
      await second.click("button", { like: "User menu$" });
      await second.click("menu item", "Logout");
      await second.see("heading", "Welcome back!");
      await ada.see("heading", "Welcome back!");
    });

    step("[ENG-1, AUTH-10] keeps nothing of anybody afterwards", async () => {
      await until("no data", async () => !/counterfoil-[0-9a-f]/.test(JSON.stringify(await databases(ada.tab))));
      const kept = await allKeptBy(ada.tab);
      expect(emailsIn(kept).filter((found) => found === email || found === firstAdmin.email)).toEqual([]);
      expect(kept).not.toContain("eyJ");
    });
  });
}

const databases = (tab: DrivenTab): Promise<string[]> =>
  tab.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ""));
