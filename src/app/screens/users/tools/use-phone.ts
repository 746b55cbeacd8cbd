import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import { plainText } from "../../../../contract/text.ts";
import { phoneDigits } from "../../../../contract/user-lines.ts";
import { phoneKeyOf } from "../../../../db/people/user-terms.ts";
import { useSync } from "../../../data/sync-context.ts";
import { type CachedUser, useCachedUser } from "../../../data/use-users.ts";
import { useSubject } from "./use-subject.ts";

/** The phone number that a tool is about, as the host has it where its user is cached, else as it is typed; and whose it is. */
export function usePhone(): {
  value: string;
  phone: string;
  type: (value: string) => void;
  user: CachedUser | undefined;
  /** Stands for the number in whatever form it is written: the same for all tries with it. */
  keyOf: () => Promise<string>;
  /** Puts the number into the address, so that a reload still knows what is followed. */
  keep: () => void;
} {
  const { db } = useSync();
  const subject = useSubject();
  const search = useSearch();
  const [path, navigate] = useLocation();
  const [typed, setTyped] = useState<string>();
  const chosen = useCachedUser({ email: subject.email ?? "" });
  const value = typed ?? subject.phonenumber ?? chosen?.phonenumber ?? "";
  const found = useCachedUser({ phone: value });
  const user = chosen && phoneDigits(chosen.phonenumber ?? "") === phoneDigits(value) ? chosen : found;
  // A host may know the number in its own form alone.
  const phone = (value && user?.phonenumber) || plainText(value);
  return {
    value,
    phone,
    type: setTyped,
    user,
    keyOf: () => phoneKeyOf(db, phone),
    keep() {
      const params = new URLSearchParams(search);
      params.set("phonenumber", phone);
      // An email that isn't of this number would fill the page with somebody else after a reload.
      if (user?.email) params.set("email", user.email);
      else params.delete("email");
      navigate(`${path}?${params.toString()}`, { replace: true });
    },
  };
}
