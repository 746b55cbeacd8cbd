import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { onOtherAdmin } from "../../state/other-admin.ts";

interface Place {
  readonly scrollY: number;
  /** The row last focused, and whether its menu button was. */
  readonly user: string | undefined;
  readonly onButton: boolean;
}

/** By addresses, which hold what was searched for. */
const places = new Map<string, Place>();
onOtherAdmin(() => places.clear());

/** The address reached by the browser's back or forward button, until something else is opened. */
let cameBackTo: string | undefined;
globalThis.addEventListener?.("popstate", () => {
  cameBackTo = location.href;
});
// Sent by wouter.
globalThis.addEventListener?.("pushState", () => {
  cameBackTo = undefined;
});

/**
 * Remembers scroll position and focused row for each address of the list, and restores both on history navigation.
 * `isReady`: the rows are rendered.
 */
export function useReturn(body: RefObject<HTMLElement | null>, isReady: boolean): void {
  const latest = useRef<Place & { href: string }>({ href: location.href, scrollY: 0, user: undefined, onButton: false });
  const isDone = useRef(false);

  useEffect(() => {
    const note = (): void => {
      const row = document.activeElement?.closest("tr[data-user]");
      const isHere = row !== null && row !== undefined && body.current?.contains(row) === true;
      // The address may already be another page's when this scroll event arrives.
      if (!body.current) return;
      const { user, onButton } = latest.current;
      latest.current = {
        href: latest.current.href,
        scrollY: window.scrollY,
        user: isHere ? (row.getAttribute("data-user") ?? undefined) : user,
        onButton: isHere ? document.activeElement?.tagName === "BUTTON" : onButton,
      };
    };
    document.addEventListener("focusin", note);
    window.addEventListener("scroll", note, { passive: true });
    return () => {
      document.removeEventListener("focusin", note);
      window.removeEventListener("scroll", note);
      places.set(latest.current.href, latest.current);
    };
  }, [body]);

  useEffect(() => {
    latest.current = { ...latest.current, href: location.href };
  });

  useLayoutEffect(() => {
    if (!isReady || isDone.current) return;
    isDone.current = true;
    const place = cameBackTo === location.href ? places.get(location.href) : undefined;
    cameBackTo = undefined;
    if (!place) return;
    const row = [...(body.current?.querySelectorAll<HTMLElement>("tr[data-user]") ?? [])].find(
      (one) => one.getAttribute("data-user") === place.user,
    );
    const target = place.onButton ? row?.querySelector<HTMLElement>("td:last-child button") : row;
    target?.focus({ preventScroll: true });
    window.scrollTo({ top: place.scrollY });
  }, [body, isReady]);
}
