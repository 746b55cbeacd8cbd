import { searchText } from "./text.ts";

/** An email with its domain in ASCII: "ada@xn--exmple-cua.com"; as it came where the domain is so already, or is none. */
export function asciiEmail(email: string): string {
  const at = email.lastIndexOf("@") + 1;
  const domain = email.slice(at);
  if (at === 0 || /^[ -~]*$/.test(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return email;
  const address = `http://${domain}`;
  return URL.canParse(address) ? email.slice(0, at) + new URL(address).hostname : email;
}

/** Stands for an email: the same for every spelling of an address, in capitals or with its domain in ASCII. */
export const emailKey = (email: string): string => asciiEmail(searchText(email));
