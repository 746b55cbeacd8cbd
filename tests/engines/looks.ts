import type { DrivenTab } from "./driver.ts";

/** What scrolls now and has no name: Firefox makes a tab stop of it. */
export const unnamedScrollAreas = (tab: DrivenTab): Promise<string[]> =>
  tab.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("body *:not(input, textarea, select)")]
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        const scrolls = element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1;
        return scrolls && /auto|scroll/.test(overflowX + overflowY) && !element.matches("[aria-label], [aria-labelledby]");
      })
      .map((element) => element.outerHTML.slice(0, 80)),
  );

/** What the rows say that can be seen: a list draws more of them than that, and how many more depends on the moment. */
export const rowsInSight = (tab: DrivenTab): Promise<string[]> =>
  tab.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("#root tbody tr")]
      .filter((row) => {
        const { x, y, width, height } = row.getBoundingClientRect();
        return row.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      })
      .map((row) => row.innerText),
  );

/** Notes, frame by frame, where the next menu stands once it can be seen at all; `menuFrames` reads it. */
export const noteMenuFrames = (tab: DrivenTab): Promise<void> =>
  tab.evaluate(() => {
    const frames: string[] = [];
    Reflect.set(globalThis, "menuFrames", frames);
    const look = (): void => {
      const menu = document.querySelector("[role=menu]");
      let opacity = 1;
      for (let element = menu; element; element = element.parentElement) opacity *= Number(getComputedStyle(element).opacity);
      const { x, y, bottom } = menu?.getBoundingClientRect() ?? { x: 0, y: 0, bottom: 0 };
      // Until its side is known it waits above the window.
      if (menu && opacity > 0 && bottom > 0) frames.push(x <= 0 || y <= 0 ? "astray" : "in place");
      if (frames.length < 20) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

export const menuFrames = (tab: DrivenTab): Promise<string[]> => tab.evaluate(() => Reflect.get(globalThis, "menuFrames") as string[]);
