import { common } from "../i18n/en/common.ts";
import { connection } from "../i18n/en/connection.ts";
import { layout } from "../i18n/en/layout.ts";
import { transactions } from "../i18n/en/transactions.ts";
import type { Language } from "../state/languages.ts";

/** What the first sight says, and in which language. */
export const words: { of: object; language: Language } = { of: { common, connection, layout, transactions }, language: "en" };

const others = {
  es: async () => (await import("./words-es.ts")).es,
  fr: async () => (await import("./words-fr.ts")).fr,
} satisfies Record<Exclude<Language, "en">, () => Promise<object>>;

/** Makes the first sight speak an admin's language. */
export async function speak(language: Language): Promise<void> {
  if (language !== "en") words.of = await others[language]();
  words.language = language;
}
