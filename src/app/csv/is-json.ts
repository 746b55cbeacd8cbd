import { jsonOf } from "../../contract/json.ts";

/** The start of a table's title, such as "[Confidential] Payments". */
const title = /^\s*(?:\[[^[\]{}"\r\n]*\]|\{[^[\]{}"\r\n]*\})/;

/** Whether a text begins as JSON does, and not as a title. */
export const isJson = (text: string): boolean => /^\s*[[{]/.test(text) && (!title.test(text) || jsonOf(text) !== undefined);
