import { shownLanguage } from "../words/i18n.ts";

/** Whether text that was pasted can be read in two ways: Spanish writes 12500 as "12.500", and so it is copied from this app. */
export const isTwoWays = (text: string): boolean => shownLanguage() === "es" && /^[1-9]\d{0,2}(?:\.\d{3})+$/.test(text);
