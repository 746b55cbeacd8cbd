import { useLocation, useSearch } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { paramsOf } from "../../../params.ts";
import { emailKey } from "../../../../contract/emails.ts";
import type { Subject } from "../../../data/use-users.ts";
import { passedUser } from "../../../state/passed-user.ts";

/** Whom a page is about, from its address; what the address doesn't say comes from the navigation (USER-11). */
export function useSubject(): Subject & { phonenumber: string | undefined; tokens: readonly string[] | undefined } {
  const params = paramsOf(useSearch());
  const state = passedUser(useHistoryState());
  const email = params.get("email") || undefined;
  // A page that was opened for one user is not filled in with another's phone.
  const isSame = email === undefined || emailKey(state?.email ?? "") === emailKey(email);
  const of = <T>(value: T): T | undefined => (isSame ? value : undefined);
  return {
    email: email ?? state?.email,
    id: params.get("id") ?? of(state?.id),
    username: params.get("username") ?? of(state?.username),
    phonenumber: params.get("phonenumber") || of(state?.phonenumber),
    tokens: of(state?.tokens),
  };
}

/** Puts an email into the address, so that a reload still knows whom the page is about. */
export function useKeepEmail(): (email: string) => void {
  const [path, navigate] = useLocation();
  return (email) => navigate(`${path}?${new URLSearchParams({ email }).toString()}`, { replace: true });
}
