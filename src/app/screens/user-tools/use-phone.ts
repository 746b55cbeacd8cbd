import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import { type CachedUser, useCachedUser } from "../../data/use-users.ts";
import { useSubject } from "./use-subject.ts";

/** The phone number that a tool is about: typed, or the chosen user's; and whose it is, as far as the device knows. */
export function usePhone(): {
  value: string;
  phone: string;
  type: (value: string) => void;
  user: CachedUser | undefined;
  /** Puts the number into the address, so that a reload still knows what is followed. */
  keep: () => void;
} {
  const subject = useSubject();
  const search = useSearch();
  const [path, navigate] = useLocation();
  const [typed, setTyped] = useState<string>();
  const chosen = useCachedUser({ email: subject.email ?? "" });
  const value = typed ?? subject.phonenumber ?? chosen?.phonenumber ?? "";
  const phone = value.trim();
  const found = useCachedUser({ phone });
  const user = chosen && chosen.phonenumber === phone ? chosen : found;
  return {
    value,
    phone,
    type: setTyped,
    user,
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
