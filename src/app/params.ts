import { plainText } from "../contract/text.ts";

/** An address's parameters, cleaned like any other pasted text. */
export const paramsOf = (search: string): URLSearchParams =>
  new URLSearchParams([...new URLSearchParams(search)].map(([name, value]) => [name, plainText(value)]));
