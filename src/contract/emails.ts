import { searchText } from "./text.ts";

/** An email with its domain in ASCII ("ada@xn--exmple-cua.com"); unchanged if it already is, or isn't a domain. */
export function asciiEmail(email: string): string {
  const at = email.lastIndexOf("@") + 1;
  const domain = email.slice(at);
  if (at === 0 || /^[ -~]*$/.test(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return email;
  const address = `http://${domain}`;
  return URL.canParse(address) ? email.slice(0, at) + new URL(address).hostname : email;
}

/** Key of an email: the same for every letter case and domain form. */
export const emailKey = (email: string): string => asciiEmail(searchText(email));
