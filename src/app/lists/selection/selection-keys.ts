import { isPinKey } from "../../cases/pin-key.ts";
import { settings } from "../../state/settings.ts";
import { letterOf } from "../../ui/letters.ts";
import type { Selected, Selection } from "./selection.ts";

/** What a table provides for selection. Its rows are elements with an `aria-rowindex`. */
export interface SelectableList {
  readonly selection: Selection;
  /** The row an element represents; undefined for the header, a gap, and unloaded rows. */
  readonly rowOf: (element: Element) => Selected | undefined;
  /** Selects from the anchor to this row. */
  readonly selectRange: (to: Selected) => void;
  /** Selects all loaded rows. */
  readonly selectAll: () => void;
  readonly copy: () => void;
  /** Pins the selection, or this row if nothing is selected, to a case. */
  readonly pin: (row: Selected | undefined) => void;
  /** Focuses a row. */
  readonly focusRow: (element: HTMLElement) => void;
}

const rowsSelector = "[role=row][aria-rowindex]";
const takesKeys = "input:not([type=checkbox]), textarea, select, [contenteditable], [role=textbox], [role=menu], [role=listbox]";
const takesClicks = "a, button, input, label, select";

/** Event that asks the page's selection bar to take the focus. */
export const toBar = "counterfoil:selection-bar";

const isBox = (target: Element): boolean => target instanceof HTMLInputElement && target.type === "checkbox";

/** The next selectable row drawn below (1) or above (-1). */
function neighbour(area: HTMLElement, list: SelectableList, row: HTMLElement, by: 1 | -1): HTMLElement | undefined {
  const index = Number(row.getAttribute("aria-rowindex"));
  // Step over a gap between two rows.
  for (const step of [by, 2 * by]) {
    const next = area.querySelector<HTMLElement>(`[role=row][aria-rowindex="${index + step}"]`);
    if (next && list.rowOf(next)) return next;
  }
  return undefined;
}

/** Extends the range to a row; starts it at `from` (the focused row) if there is no anchor. */
export function extendTo({ selection, selectRange }: SelectableList, to: Selected, from = to): void {
  if (!selection.anchor) selection.beginRange(from);
  selectRange(to);
}

/**
 * Keys and clicks of a table's selection: X, Shift with the arrows or a click, Ctrl or ⌘ with A, C or a click, Escape
 * (FIND-1), and C, which pins (FIND-7). They act on the focused row or list, and never while typing. Native listeners,
 * so they run before the row's own controls. Returns the cleanup function.
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
    // The list draws on scroll. The browser's own event waits for a frame, and the next key may need the next row sooner.
    area.dispatchEvent(new Event("scroll"));
    if (extend) extendTo(list, to, list.rowOf(element));
    return true;
  };

  const onKey = (event: KeyboardEvent, target: Element): boolean => {
    const { key, shiftKey, altKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    if (altKey) return false;
    if (isCommand && !shiftKey && letterOf(event) === "a") {
      list.selectAll();
      return true;
    }
    if (isCommand && !shiftKey && letterOf(event) === "c" && selection.size > 0 && getSelection()?.isCollapsed !== false) {
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
    if (letterOf(event) !== "x" || !settings.kept.singleKeys || !selected) return false;
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
  // Shift-click would select the text in between.
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
  // Checkboxes overlay the gutter until one has to be shown; then the columns make room.
  const show = (): void => void area.toggleAttribute("data-selecting", selection.size > 0 || selection.choosing.get());
  const ends = [selection.version.subscribe(show), selection.choosing.subscribe(show)];
  show();
  return () => {
    stop.abort();
    for (const end of ends) end();
    area.removeAttribute("data-selecting");
  };
}
