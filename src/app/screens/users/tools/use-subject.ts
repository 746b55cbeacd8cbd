import { useCallback, useState } from "react";
import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { paramsOf } from "../../../params.ts";
import { emailParam } from "../../../../contract/email-param.ts";
import { emailKey } from "../../../../contract/emails.ts";
import type { Subject } from "../../../data/use-users.ts";
import { passedUser } from "../../../state/passed-user.ts";
import { useLeave } from "../../../ui/use-leave.ts";
import { useSearch } from "../../../state/use-search.ts";

/** The user a page is about, from its URL, supplemented by navigation state (USER-11). */
export function useSubject(): Subject & { phonenumber: string | undefined; tokens: readonly string[] | undefined } {
  const params = paramsOf(useSearch());
  const state = passedUser(useHistoryState());
  const email = emailParam(params);
  // Don't fill in another user's phone on a page opened for this one.
  const isSame = email === undefined || emailKey(state?.email ?? "") === emailKey(email);
  const of = <T>(value: T): T | undefined => (isSame ? value : undefined);
  // No link of ours has both: beside an email, whoever made the address could have put another user's name and id.
  const named = (name: string): string | undefined => (email === undefined ? (params.get(name) ?? undefined) : undefined);
  return {
    email: email ?? state?.email,
    id: named("id") ?? of(state?.id),
    username: named("username") ?? of(state?.username),
    phonenumber: params.get("phonenumber") || of(state?.phonenumber),
    tokens: of(state?.tokens),
  };
}

/** Key for a page about one user: nothing asked or answered about a user stays for the next. */
export function useSubjectKey(): string | undefined {
  const { email, id } = useSubject();
  return email === undefined ? id : emailKey(email);
}

/** Key for a page that writes typed input into its own address: changes when the page is left for another history entry. */
export function useEntryKey(): number {
  const [entry, setEntry] = useState(0);
  useLeave(useCallback(() => setEntry((before) => before + 1), []));
  return entry;
}

/** Puts an email into the URL, so a reload still knows who the page is about. */
export function useKeepEmail(): (email: string) => void {
  const [path, navigate] = useLocation();
  return (email) => navigate(`${path}?${new URLSearchParams({ email }).toString()}`, { replace: true });
}
