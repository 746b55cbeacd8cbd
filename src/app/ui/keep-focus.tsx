import { Component } from "react";

const rows = "section, li, tr, [role=group]";
const regions = `${rows}, form, [role]`;
const layers = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/** An element and its place among its siblings. */
interface Standing {
  readonly element: Element;
  readonly at: number;
}

function focusNear(path: readonly Standing[]): void {
  const { activeElement } = document;
  const control = path[0]?.element;
  if (activeElement && activeElement !== document.body && activeElement !== control) return;
  if (path.some(({ element }) => element.matches(layers) && (!element.isConnected || element.getAttribute("data-state") === "closed")))
    return;
  const left = path.findIndex(({ element }) => element.isConnected && element !== control);
  const outer = path[left]?.element;
  const instead = outer?.children[path[left - 1]?.at ?? 0] ?? outer?.lastElementChild;
  const region = path.slice(left).find(({ element }) => element.matches(regions))?.element;
  // Not the page as a whole: the keys would start at its top again.
  const place = instead?.matches(rows) ? instead : (region ?? outer);
  if (!(place instanceof HTMLElement)) return;
  if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/**
 * Put it beside buttons that may go when they are pressed, in the component that draws them. Where its update removes or disables the
 * focused one and nobody else takes the focus, it goes to the row or section in its place, else to what is around it: never to another
 * control, which a held Enter would press.
 */
export class KeepFocus extends Component {
  override getSnapshotBeforeUpdate(): Standing[] {
    const path: Standing[] = [];
    for (let element = document.activeElement; element && element !== document.body; element = element.parentElement)
      path.push({ element, at: [...(element.parentElement?.children ?? [])].indexOf(element) });
    return path;
  }

  override componentDidUpdate(_props: unknown, _state: unknown, path: readonly Standing[]): void {
    const control = path[0]?.element;
    // What has the focus in a button's stead may go in its turn, as a placeholder does.
    if (!control?.matches("button, input, [tabindex='-1']") || (control.isConnected && !control.matches(":disabled"))) return;
    // A dialog or menu that closes brings the focus back in a later frame, if nobody has taken it.
    requestAnimationFrame(() => requestAnimationFrame(() => focusNear(path)));
  }

  override render(): null {
    return null;
  }
}
