import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { root } from "../../scripts/run.mjs";
import { es } from "../../src/app/words/es/words.ts";
import { fr } from "../../src/app/words/fr/words.ts";
import { expect, test } from "../support/browser/test.ts";

interface Picture {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: string;
  readonly form_factor?: string;
}
interface Manifest {
  readonly id: string;
  readonly name: string;
  readonly short_name: string;
  readonly lang: string;
  readonly scope: string;
  readonly start_url: string;
  readonly display: string;
  readonly categories: readonly string[];
  readonly launch_handler: object;
  readonly icons: readonly Picture[];
  readonly screenshots: readonly Picture[];
  readonly shortcuts: readonly { readonly name: string; readonly url: string; readonly icons: readonly Picture[] }[];
}

const manifestOf = async (page: Page): Promise<Manifest> => {
  const href = await page.locator("link[rel=manifest]").getAttribute("href");
  const answer = await page.request.get(href ?? "");
  expect(answer.headers()["content-type"]).toContain("application/manifest+json");
  return (await answer.json()) as Manifest;
};

/** A picture's width and height as decoded by the browser. */
const sizeOf = (page: Page, src: string): Promise<string> =>
  page.evaluate(async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    return `${image.naturalWidth}x${image.naturalHeight}`;
  }, src);

test("[PWA-1, SET-1] the browser finds the app installable, by a manifest whose pictures are what it says of them, whose shortcuts open their screens, and which speaks the admin's language", async ({
  signedIn: page,
  context,
}) => {
  await test.step("it is installable, and its pictures are what it says", async () => {
    await page.goto("/");
    const developer = await context.newCDPSession(page);
    const { errors } = await developer.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    const { installabilityErrors } = await developer.send("Page.getInstallabilityErrors");
    // A private window can't install anything, whatever the manifest.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([]);

    const manifest = await manifestOf(page);
    expect(manifest).toMatchObject({ id: "/", short_name: "Counterfoil", scope: "/", start_url: "/", display: "standalone" });
    expect(manifest.categories.length).toBeGreaterThan(0);
    expect(manifest.launch_handler).toEqual({ client_mode: ["focus-existing", "auto"] });
    for (const purpose of ["any", "maskable", "monochrome"])
      for (const type of ["image/png", "image/svg+xml"])
        expect(manifest.icons.filter((icon) => icon.purpose === purpose && icon.type === type)).not.toEqual([]);
    for (const form of ["wide", "narrow"]) expect(manifest.screenshots.filter((one) => one.form_factor === form)).not.toEqual([]);
    const pictures = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }) => icons)];
    for (const { src, sizes, type } of pictures) {
      const answer = await page.request.get(src);
      expect(answer.headers()["content-type"], src).toBe(type);
      if (sizes !== "any") expect(await sizeOf(page, src), src).toBe(sizes);
    }
  });
  await test.step("each shortcut opens its screen", async () => {
    const { shortcuts } = await manifestOf(page);
    expect(shortcuts.map(({ name }) => name)).toEqual(["Fund user", "Users", "Transactions", "Gift card rates"]);
    const titles = ["Funding & Balances", "User Management", "Dashboard", "Gift card rates"];
    for (const [at, { url }] of shortcuts.entries()) {
      await page.goto(url);
      await expect(page.getByRole("heading", { level: 1, name: titles[at] ?? "" })).toBeVisible();
    }
  });
  await test.step("it speaks the admin's language, and stays one app", async () => {
    const english = readFileSync(join(root, "dist/app/manifest.webmanifest"), "utf8");
    for (const [label, words, lang] of [
      ["Spanish", es, "es"],
      ["French", fr, "fr"],
    ] as const) {
      await page.goto("/settings");
      await page.locator("select").first().selectOption({ value: lang });
      await page.getByRole("main").locator("button[type=submit]").click();
      await expect(page.locator("html"), label).toHaveAttribute("lang", lang);
      const manifest = await manifestOf(page);
      expect(manifest).toMatchObject({ id: "/", lang });
      expect(manifest.shortcuts.map(({ name }) => name)).toContain(words.layout.entries.giftCardRates);
      expect(english).not.toContain(manifest.name);
    }
  });
});
