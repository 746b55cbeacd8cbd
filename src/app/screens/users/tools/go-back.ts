import { useLocation } from "wouter";
import { paths, screenAt } from "../../../links.ts";

/** The part of the Navigation API used here; without it, browsers only expose the history's length. */
interface Navigation {
  readonly currentEntry: { readonly index: number } | null;
  entries(): readonly { readonly url: string | null; readonly sameDocument: boolean }[];
}

type PageBefore =
  /** Going back stays in the document. */
  | { readonly is: "near" }
  /** It precedes a reload: going back would reload the app and lose the toast just shown. */
  | { readonly is: "reloaded"; readonly address: string }
  | { readonly is: "not ours" };

function pageBefore(): PageBefore {
  const navigation: Navigation | undefined = Reflect.get(globalThis, "navigation");
  const at = navigation?.currentEntry?.index;
  if (!navigation || at === undefined) return history.length > 1 ? { is: "near" } : { is: "not ours" };
  const entry = navigation.entries()[at - 1];
  // A no-referrer policy hides the addresses of other documents.
  if (!entry?.url) return { is: "not ours" };
  const { origin, pathname, search } = new URL(entry.url);
  const isOurs =
    origin === location.origin && (Object.values<string>(paths).includes(screenAt(pathname)) || pathname.startsWith("/fees-rates/"));
  if (!isOurs) return { is: "not ours" };
  return entry.sameDocument ? { is: "near" } : { is: "reloaded", address: pathname + search };
}

/** Goes back one page (TOOL-2, TOOL-3), or to the list of users if the previous page isn't the app's. */
export function useGoBack(): () => void {
  const [, navigate] = useLocation();
  return () => {
    const before = pageBefore();
    if (before.is === "near") history.back();
    else navigate(before.is === "reloaded" ? before.address : paths.users, { replace: true });
  };
}
