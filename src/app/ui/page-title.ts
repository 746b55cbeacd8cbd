import { useEffect } from "react";
import { proxy, useSnapshot } from "valtio";

export interface Crumb {
  label: string;
  /** Omitted for the page itself, or a group without an address. */
  href?: string;
}

interface SetTitle {
  title: string | undefined;
  crumbs: readonly Crumb[] | undefined;
}

/** Title and breadcrumbs a child page sets, overriding the menu entry's title (LAY-3). */
const given = proxy<SetTitle>({ title: undefined, crumbs: undefined });

export const useGivenTitle = (): Readonly<SetTitle> => useSnapshot(given) as Readonly<SetTitle>;

/**
 * Sets the page's title while the calling screen is mounted, and its breadcrumbs if the menu's don't fit. Pass a
 * constant or memoised `crumbs`.
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
