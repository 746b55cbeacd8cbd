import type { Page } from "@playwright/test";
import { Random } from "../../host/seed/random.ts";
import type { BusyHost } from "../support/browser/busy-host.ts";
import { MortalBrowser } from "../support/browser/mortal-browser.ts";
import { keyOf, readNewest, readWhole, scrollList } from "../support/browser/scrolling.ts";
import { visitOnce } from "../support/browser/shell.ts";
import { expect, keepSession, testWithShell as test } from "../support/browser/test.ts";
import { signInAt } from "../support/browser/truth.ts";

/** Browser kills; full size: KILLS=20. */
const kills = Number(process.env["KILLS"] ?? 2);
const seed = Number(process.env["KILLS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

/** Scrolls through the list while rows arrive, until the browser dies. */
async function readOn(page: Page, host: BusyHost, random: Random): Promise<never> {
  for (;;) {
    await scrollList(page, random.chance(0.2) ? -1e9 : 1e9);
    await host.live(random.whole(0, 2));
    if (random.chance(0.2)) await page.evaluate(() => void globalThis.dispatchEvent(new Event("focus")));
  }
}

/** Rows only arrive at the head of this host's list, so rows shown without a gap between them must be neighbours there. */
function expectNoHole(lines: readonly string[], there: readonly string[]): void {
  const rows = lines.filter((line) => line !== "gap");
  expect(new Set(rows).size, "no row twice").toBe(rows.length);
  const places = lines.map((line) => (line === "gap" ? undefined : there.indexOf(line)));
  expect(places, "every row is the host's").not.toContain(-1);
  const torn = places.findIndex((place, index) => {
    const next = places[index + 1];
    return place !== undefined && next !== undefined && next !== place + 1;
  });
  expect(torn, `an unmarked hole below line ${torn}: ${lines[torn]}`).toBe(-1);
}

test("[SYNC-2, SYNC-1, PWA-2] a browser that is killed while rows come in starts with a list without a hole, before the network is let in and after", async ({
  busyHost,
}) => {
  test.setTimeout(180_000 + kills * 60_000);
  test.info().annotations.push({ type: "seed", description: `KILLS_SEED=${seed}` });
  const random = new Random(seed);
  const browser = await MortalBrowser.create();
  const { origin } = busyHost;
  try {
    const first = await (await browser.start()).newPage();
    await keepSession(first, origin, await signInAt(busyHost));
    await visitOnce(first, origin);
    await browser.close();
    for (let round = 0; round < kills; round += 1) {
      const running = await browser.start();
      const dying = await running.newPage();
      await dying.goto(origin, { waitUntil: "commit" });
      const ended = readOn(dying, busyHost, random).catch(String);
      await new Promise((resolve) => setTimeout(resolve, random.whole(300, 4000)));
      await browser.kill();
      expect(await ended, "it read until it died").toMatch(/closed/);

      const next = await browser.start();
      await next.setOffline(true);
      const page = await next.newPage();
      await page.goto(origin);
      await expect(page.getByRole("row").nth(5)).toBeVisible();
      const lines = await readWhole(page);
      expectNoHole(lines, (await busyHost.rows()).map(keyOf));
      test.info().annotations.push({ type: "kill", description: `${lines.length} lines kept` });

      await next.setOffline(false);
      await expect
        .poll(
          async () => {
            const shown = await readNewest(page, 60);
            const there = (await busyHost.rows()).slice(0, shown.length).map(keyOf);
            return shown.findIndex((line, index) => line !== there[index]);
          },
          { message: "the first line that isn't the host's", timeout: 60_000 },
        )
        .toBe(-1);
      await browser.close();
    }
  } finally {
    await browser.remove();
  }
});
