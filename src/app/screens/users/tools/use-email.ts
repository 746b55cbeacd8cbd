import { useState } from "react";
import { plainText } from "../../../../contract/text.ts";
import { type CachedUser, useCachedUser } from "../../../data/use-users.ts";

/** The email a tool is about, at first its subject's, and its user if cached. */
export function useEmail(subject: string | undefined): {
  value: string;
  email: string;
  type: (value: string) => void;
  user: CachedUser | undefined;
} {
  const [typed, setTyped] = useState<string>();
  const value = typed ?? subject ?? "";
  const email = plainText(value);
  return { value, email, type: setTyped, user: useCachedUser({ email }).user };
}
