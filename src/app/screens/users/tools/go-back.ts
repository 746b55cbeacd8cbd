import { useLocation } from "wouter";
import { paths, screenAt } from "../../../links.ts";

/** The part of the Navigation API that is read here; browsers without it know only how long the history is. */
interface Navigation {
  readonly currentEntry: { readonly index: number } | null;
  entries(): readonly { readonly url: string | null; readonly sameDocument: boolean }[];
}

type PageBefore =
  /** Going back leads there without leaving the document. */
  | { readonly is: "near" }
  /** It stands before a reload: going back would load the app anew, and what has just been said would be lost. */
  | { readonly is: "reloaded"; readonly address: string }
  | { readonly is: "not ours" };

function pageBefore(): PageBefore {
  const navigation: Navigation | undefined = Reflect.get(globalThis, "navigation");
  const at = navigation?.currentEntry?.index;
  if (!navigation || at === undefined) return history.length > 1 ? { is: "near" } : { is: "not ours" };
  const entry = navigation.entries()[at - 1];
  // A policy of no referrers hides the addresses of other documents.
  if (!entry?.url) return { is: "not ours" };
  const { origin, pathname, search } = new URL(entry.url);
  const isOurs =
    origin === location.origin && (Object.values<string>(paths).includes(screenAt(pathname)) || pathname.startsWith("/fees-rates/"));
  if (!isOurs) return { is: "not ours" };
  return entry.sameDocument ? { is: "near" } : { is: "reloaded", address: pathname + search };
}

/** Goes back one page (TOOL-2, TOOL-3); where the one before isn't the app's, to the list of users. */
export function useGoBack(): () => void {
  const [, navigate] = useLocation();
  return () => {
    const before = pageBefore();
    if (before.is === "near") history.back();
    else navigate(before.is === "reloaded" ? before.address : paths.users, { replace: true });
  };
}
