import { useEffect } from "react";
import { proxy, useSnapshot } from "valtio";

export interface Crumb {
  label: string;
  /** Without an address it is the page itself, or a group that has none. */
  href?: string;
}

interface SetTitle {
  title: string | undefined;
  crumbs: readonly Crumb[] | undefined;
}

/** What a child page says over the menu entry's title (LAY-3). */
const given = proxy<SetTitle>({ title: undefined, crumbs: undefined });

export const useGivenTitle = (): Readonly<SetTitle> => useSnapshot(given) as Readonly<SetTitle>;

/**
 * Sets the page's title, and its breadcrumbs where the menu's own don't fit, for as long as the calling
 * screen stands. Give `crumbs` as a constant or a memo.
 */
export function usePageTitle(title: string, crumbs?: readonly Crumb[]): void {
  useEffect(() => {
    given.title = title;
    given.crumbs = crumbs;
    return () => {
      given.title = undefined;
      given.crumbs = undefined;
    };
  }, [title, crumbs]);
}
