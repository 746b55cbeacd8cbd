import type { Page } from "@playwright/test";

/**
 * Visible controls, of the page or of a part, whose touch area around their middle is less than 44 px wide or high (WCAG 2.5.5).
 * Links in running text are exempt, as in 2.5.8.
 */
export const smallTargets = (page: Page, within = "body"): Promise<readonly string[]> =>
  page.evaluate((root) => {
    const wanted = 44;
    const controls = [
      "a[href], button, select, textarea, summary, input:not([type=hidden])",
      "[role=button], [role=switch], [role=checkbox], [role=tab], [role=menuitem], [role=option], [role=slider]",
    ].join();

    const hasWordsAround = (link: Element): boolean =>
      getComputedStyle(link).display === "inline" &&
      [...(link.parentElement?.childNodes ?? [])].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "");

    /** A box hidden behind its label is touched by its label. */
    const touched = (control: Element): Element =>
      control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type)
        ? (control.closest("label") ?? control.labels?.[0] ?? control)
        : control;

    /** Quick check of eight points: on the edges of the area, and halfway to them. */
    const isLarge = (element: Element, x: number, y: number): boolean =>
      [-1, -0.5, 0.5, 1]
        .map((share) => (share * (wanted - 1)) / 2)
        .every((away) =>
          [document.elementFromPoint(x + away, y), document.elementFromPoint(x, y + away)].every((hit) => hit && element.contains(hit)),
        );

    /** How far from the middle, up to 44 px, a touch still hits the element. */
    const reach = (element: Element, x: number, y: number, stepX: number, stepY: number): number => {
      for (let steps = 1; steps <= wanted; steps += 1) {
        const hit = document.elementFromPoint(x + stepX * steps, y + stepY * steps);
        if (!hit || !element.contains(hit)) return steps - 0.5;
      }
      return wanted;
    };

    const found: string[] = [];
    const seen = new Set<Element>();
    for (const control of document.querySelectorAll(`:is(${root}) :is(${controls})`)) {
      const element = touched(control);
      const isAway = control.closest("[inert], [aria-hidden=true], [hidden]") !== null;
      if (seen.has(element) || isAway || !element.checkVisibility({ checkVisibilityCSS: true }) || hasWordsAround(element)) continue;
      seen.add(element);
      element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      const { left, top, width, height } = element.getBoundingClientRect();
      // Visually hidden, such as the skip link.
      if (width <= 1 || height <= 1) continue;
      const [x, y] = [left + width / 2, top + height / 2];
      const hit = document.elementFromPoint(x, y);
      const name = (control.getAttribute("aria-label") ?? control.textContent ?? "").trim().slice(0, 40) || control.outerHTML.slice(0, 80);
      if (!hit || !element.contains(hit)) {
        found.push(`${control.tagName.toLowerCase()} "${name}": something lies over its middle`);
        continue;
      }
      if (isLarge(element, x, y)) continue;
      const wide = reach(element, x, y, -1, 0) + reach(element, x, y, 1, 0);
      const high = reach(element, x, y, 0, -1) + reach(element, x, y, 0, 1);
      // Tolerates half a pixel of rounding at either end.
      if (wide < wanted - 1 || high < wanted - 1)
        found.push(`${control.tagName.toLowerCase()} "${name}": ${Math.round(wide)} x ${Math.round(high)}`);
    }
    return found;
  }, within);
