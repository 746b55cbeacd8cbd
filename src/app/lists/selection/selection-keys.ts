import { isPinKey } from "../../cases/pin-key.ts";
import { settings } from "../../state/settings.ts";
import type { Selected, Selection } from "./selection.ts";

/** What a table does for its selection. Its rows are elements with an `aria-rowindex`. */
export interface SelectableList {
  readonly selection: Selection;
  /** The row that an element of the table draws; undefined for the head, a gap, and what is not read yet. */
  readonly rowOf: (element: Element) => Selected | undefined;
  /** Selects from the anchor to this row. */
  readonly selectRange: (to: Selected) => void;
  /** Selects all that is loaded. */
  readonly selectAll: () => void;
  readonly copy: () => void;
  /** Pins to a case: this row, or what is selected where something is. */
  readonly pin: (row: Selected | undefined) => void;
  /** Puts the focus on a row. */
  readonly focusRow: (element: HTMLElement) => void;
}

const rowsSelector = "[role=row][aria-rowindex]";
const takesKeys = "input:not([type=checkbox]), textarea, select, [contenteditable], [role=textbox], [role=menu], [role=listbox]";
const takesClicks = "a, button, input, label, select";

/** Says that the bar of this page's selection shall take the focus. */
export const toBar = "counterfoil:selection-bar";

const isBox = (target: Element): boolean => target instanceof HTMLInputElement && target.type === "checkbox";

/** The next row below (1) or above (-1) that is drawn and can be selected. */
function neighbour(area: HTMLElement, list: SelectableList, row: HTMLElement, by: 1 | -1): HTMLElement | undefined {
  const index = Number(row.getAttribute("aria-rowindex"));
  // A gap between two rows is stepped over.
  for (const step of [by, 2 * by]) {
    const next = area.querySelector<HTMLElement>(`[role=row][aria-rowindex="${index + step}"]`);
    if (next && list.rowOf(next)) return next;
  }
  return undefined;
}

/** Takes a range to a row, from the row that has the focus where none was begun. */
export function extendTo({ selection, selectRange }: SelectableList, to: Selected, from = to): void {
  if (!selection.anchor) selection.beginRange(from);
  selectRange(to);
}

/**
 * The keys and clicks of a table's selection: X, Shift with the arrows or a click, Ctrl or ⌘ with A, C or a click, Escape
 * (FIND-1), and C, which pins (FIND-7). They act on the row or list in focus, and never while somebody types. Native
 * listeners: they come before the row's own controls hear a key. Returns what ends it.
 */
export function listenToSelection(area: HTMLElement, list: SelectableList): () => void {
  const stop = new AbortController();
  const { selection } = list;
  const rowElement = (target: Element): HTMLElement | undefined => target.closest<HTMLElement>(rowsSelector) ?? undefined;

  const walk = (target: Element, by: 1 | -1, extend: boolean): boolean => {
    const element = rowElement(target);
    const next = element && neighbour(area, list, element, by);
    const to = next && list.rowOf(next);
    if (!element || !next || !to) return false;
    list.focusRow(next);
    next.scrollIntoView({ block: "nearest" });
    if (extend) extendTo(list, to, list.rowOf(element));
    return true;
  };

  const onKey = (event: KeyboardEvent, target: Element): boolean => {
    const { key, shiftKey, altKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    if (altKey) return false;
    if (isCommand && !shiftKey && key.toLowerCase() === "a") {
      list.selectAll();
      return true;
    }
    if (isCommand && !shiftKey && key.toLowerCase() === "c" && selection.size > 0 && getSelection()?.isCollapsed !== false) {
      list.copy();
      return true;
    }
    if (isCommand) return false;
    const isActive = selection.size > 0 || selection.choosing.get();
    if (key === "Escape" && isActive) {
      selection.clear();
      return true;
    }
    if (key === "F6" && isActive) {
      dispatchEvent(new Event(toBar));
      return true;
    }
    if (key === "ArrowDown" || key === "ArrowUp")
      return (shiftKey || isBox(target)) && walk(target, key === "ArrowDown" ? 1 : -1, shiftKey);
    const row = rowElement(target);
    const selected = row && list.rowOf(row);
    if (isPinKey(event) && (selected || selection.size > 0)) {
      list.pin(selected);
      return true;
    }
    if (key.toLowerCase() !== "x" || !settings.kept.singleKeys || !selected) return false;
    selection.toggle(selected);
    return true;
  };

  const onClick = (event: MouseEvent, target: Element): void => {
    if (target.closest(takesClicks)) return;
    const element = rowElement(target);
    const row = element && list.rowOf(element);
    if (!element || !row) return;
    const isTouch = "pointerType" in event && event.pointerType === "touch";
    if (event.shiftKey) extendTo(list, row);
    else if (event.ctrlKey || event.metaKey || (isTouch && (selection.choosing.get() || selection.size > 0))) selection.toggle(row);
    else if (!isTouch && getSelection()?.isCollapsed !== false) list.focusRow(element);
  };

  const { signal } = stop;
  area.addEventListener(
    "keydown",
    (event) => {
      const { target } = event;
      if (event.defaultPrevented || event.isComposing || !(target instanceof Element) || target.closest(takesKeys)) return;
      if (!onKey(event, target)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal },
  );
  area.addEventListener("click", (event) => event.target instanceof Element && onClick(event, event.target), { signal });
  // With Shift a press would select the text in between.
  area.addEventListener(
    "mousedown",
    (event) => {
      if (event.shiftKey && event.target instanceof Element && rowElement(event.target)) event.preventDefault();
    },
    { signal },
  );
  area.addEventListener(
    "focusin",
    ({ target }) => {
      const row = target instanceof Element ? rowElement(target) : undefined;
      const selected = row && list.rowOf(row);
      if (selected) selection.cursor.set(selected.id);
    },
    { signal },
  );
  // Boxes stand in the gutter until there is something to show; then the columns make room.
  const show = (): void => void area.toggleAttribute("data-selecting", selection.size > 0 || selection.choosing.get());
  const ends = [selection.version.subscribe(show), selection.choosing.subscribe(show)];
  show();
  return () => {
    stop.abort();
    for (const end of ends) end();
    area.removeAttribute("data-selecting");
  };
}
