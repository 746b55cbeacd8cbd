import { plainText } from "../contract/text.ts";

/** The parameters of an address, as they are taken in: an address is pasted like any other text. */
export const paramsOf = (search: string): URLSearchParams =>
  new URLSearchParams([...new URLSearchParams(search)].map(([name, value]) => [name, plainText(value)]));
