import { useLocation } from "wouter";
import { paths } from "../../links.ts";

/** The part of the Navigation API that is read here; browsers without it know only how long the history is. */
interface Navigation {
  readonly currentEntry: { readonly index: number } | null;
  entries(): readonly { readonly url: string | null }[];
}

const isOurs = (url: string | null | undefined): boolean => {
  if (!url) return false;
  const { origin, pathname } = new URL(url);
  return origin === location.origin && (Object.values<string>(paths).includes(pathname) || pathname.startsWith("/fees-rates/"));
};

function hasPageBefore(): boolean {
  const navigation: Navigation | undefined = Reflect.get(globalThis, "navigation");
  const at = navigation?.currentEntry?.index;
  return navigation && at !== undefined ? isOurs(navigation.entries()[at - 1]?.url) : history.length > 1;
}

/** Goes back one page (TOOL-2, TOOL-3); where the one before isn't the app's, to the list of users. */
export function useGoBack(): () => void {
  const [, navigate] = useLocation();
  return () => {
    if (hasPageBefore()) history.back();
    else navigate(paths.users, { replace: true });
  };
}
