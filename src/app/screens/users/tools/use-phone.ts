import { useState } from "react";
import { useLocation } from "wouter";
import { plainText } from "../../../../contract/text.ts";
import { phoneDigits } from "../../../../contract/user-lines.ts";
import { phoneKeyOf } from "../../../../db/people/user-terms.ts";
import { useSync } from "../../../data/sync-context.ts";
import { usePeople } from "../../../data/use-look.ts";
import { type CachedUser, useCachedUser, useUser } from "../../../data/use-users.ts";
import { paramsOf } from "../../../params.ts";
import { useSearch } from "../../../state/use-search.ts";
import { useSubject } from "./use-subject.ts";

/** The phone number a tool is about, and its user: as the host has it if the user is cached, else as typed. */
export function usePhone(): {
  value: string;
  phone: string;
  /** The number is the one this device kept, and the host is being asked for the present one. */
  isAsking: boolean;
  type: (value: string) => void;
  user: CachedUser | undefined;
  /** Key of the number, independent of its spelling: the same for all attempts with it. */
  keyOf: () => Promise<string>;
  /** Puts the number into the URL, so a reload still knows what is followed. */
  keep: () => void;
} {
  const { db } = useSync();
  const subject = useSubject();
  const search = useSearch();
  const [path, navigate] = useLocation();
  const [typed, setTyped] = useState<string>();
  // Fetched: the number may have become somebody else's. One in the address was typed.
  const { user: chosen, fetching } = useUser({ email: subject.email });
  const given = typed ?? paramsOf(search).get("phonenumber") ?? undefined;
  const value = given ?? (chosen ?? subject).phonenumber ?? "";
  const { people, isCurrent } = usePeople(plainText(value));
  const ofPhone = isCurrent ? people?.ofPhone : undefined;
  const { user: found } = useCachedUser({ id: ofPhone?.id });
  const owner = found?.phonenumber === ofPhone?.phonenumber ? found : undefined;
  const user = chosen && phoneDigits(chosen.phonenumber ?? "") === phoneDigits(value) ? chosen : owner;
  // A host may only know the number in its own format.
  const phone = (value && user?.phonenumber) || plainText(value);
  return {
    value,
    phone,
    isAsking: given === undefined && fetching.is === "waiting",
    type: setTyped,
    user,
    keyOf: () => phoneKeyOf(db, phone),
    keep() {
      const params = new URLSearchParams(search);
      params.set("phonenumber", phone);
      // A stale email would fill the page with somebody else after a reload.
      if (user?.email) params.set("email", user.email);
      else params.delete("email");
      navigate(`${path}?${params.toString()}`, { replace: true });
    },
  };
}
