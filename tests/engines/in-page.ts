/** What a person looks for: a control, a heading, a row … by the name that it is read out with. */
export interface Sought {
  readonly what: What;
  readonly name?: Name;
  /** Looks inside this one only. */
  readonly inside?: Sought;
}

export type What = keyof typeof selectors;

/** The whole name, or a part of it that a regular expression describes. */
export type Name = string | { readonly like: string };

export interface Found {
  /** Its middle, in pixels of the viewport. */
  readonly x: number;
  readonly y: number;
  /** The value of a field. */
  readonly value: string;
  /** The values of the options of a list of the browser's own. */
  readonly options: readonly string[];
  readonly text: string;
  readonly hasFocus: boolean;
}

const selectors = {
  button: "button, [role=button], [role=tab]",
  link: "a[href]",
  field: "input:not([type=checkbox], [type=radio], [type=file]), textarea, select",
  switch: "label:has(input[type=checkbox])",
  heading: "h1, h2, h3",
  list: "[role=table], table",
  row: "tbody tr",
  "menu item": "[role=menuitem]",
  option: "[role=option]",
  dialog: "[role=dialog]",
  question: "[role=alertdialog]",
  text: "p, h1, h2, h3, li, dt, dd, td, label, span, div[role=status], div[role=alert], button",
} as const;

export const selectorOf = (sought: Sought): { css: string; name: Name | undefined }[] => [
  ...(sought.inside ? selectorOf(sought.inside) : []),
  { css: selectors[sought.what], name: sought.name },
];

/**
 * Runs in the page, so that it may use nothing from outside: finds the first one that is in sight, scrolls it there, and
 * says where it stands. Whoever is about to `reach` it wants it still, not covered and not disabled.
 */
export async function findInPage({
  path,
  reach,
}: {
  path: { css: string; name: Name | undefined }[];
  reach: "look" | "click" | "focus";
}): Promise<Found | null> {
  const tidy = (text: string | null | undefined): string => (text ?? "").replace(/\s+/g, " ").trim();
  const nameOf = (element: Element): string => {
    const by = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
    const labelled = by.map((id) => tidy(document.getElementById(id)?.textContent)).join(" ");
    const labels = "labels" in element ? tidy((element as HTMLInputElement).labels?.[0]?.innerText) : "";
    const own = element instanceof HTMLElement ? tidy(element.innerText) : "";
    return labelled || tidy(element.getAttribute("aria-label")) || labels || own || tidy(element.getAttribute("title"));
  };
  const isNamed = (element: Element, name: Name | undefined): boolean =>
    name === undefined || (typeof name === "string" ? nameOf(element) === name : new RegExp(name.like).test(nameOf(element)));
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 1 &&
      height > 1 &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest("[inert], [aria-hidden=true]")
    );
  };
  let within: ParentNode | undefined = document;
  let element: Element | undefined;
  for (const { css, name } of path) {
    element = [...(within?.querySelectorAll(css) ?? [])].find((one) => isNamed(one, name) && isShown(one));
    within = element;
  }
  if (!(element instanceof HTMLElement)) return null;
  const found = element;
  // A switch is a whole line with its words; a person aims at the switch itself, which no toast covers.
  const aim = found.querySelector("[data-scope=switch][data-part=control]") ?? found;
  const middle = () => {
    const { x, y, width, height } = aim.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const isCovered = () => {
    const top = document.elementFromPoint(middle().x, middle().y);
    return !top || !(found.contains(top) || top.contains(found));
  };
  if (reach !== "look") {
    // Not at an edge, where the page's sticky head stands.
    if (isCovered()) found.scrollIntoView({ block: "center" });
    for (let before = "", looks = 0; before !== JSON.stringify(middle()); looks += 1) {
      if (looks > 60) return null;
      before = JSON.stringify(middle());
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    if (isCovered() || found.matches(":disabled, [aria-disabled=true]")) return null;
    if (reach === "focus") found.focus();
  }
  const value = "value" in found ? String(found.value) : "";
  const options = found instanceof HTMLSelectElement ? [...found.options].map((option) => option.value) : [];
  return { ...middle(), value, options, text: tidy(found.innerText), hasFocus: document.activeElement === found };
}
