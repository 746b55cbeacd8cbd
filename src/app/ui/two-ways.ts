import { plainText } from "../../contract/text.ts";
import { shownLanguage } from "../words/i18n.ts";

/** Whether text that was pasted can be read in two ways: Spanish writes 12500 as "12.500", and so it is copied from this app. */
export const isTwoWays = (text: string): boolean => shownLanguage() === "es" && /^[1-9]\d{0,2}(?:\.\d{3})+$/.test(text);

/** `plainText` of pasted figures. Marks that nobody sees part two numbers, as where a page may break its line. */
export const figureText = (text: string): string =>
  plainText(text.replaceAll(/(\d)[\p{Default_Ignorable_Code_Point}\p{Cc}]+(?=\d)/gu, "$1 "));
