import { lastLanguage } from "../state/last-language.ts";

/** Shows the pages before sign-in in the last language used. Never rejects; falls back to English. */
export async function showLastLanguage(): Promise<void> {
  if (lastLanguage() === "en") return;
  await import("../words/language.ts")
    .then(({ followLanguage }) => followLanguage())
    .catch(() => {
      // The next start retries.
    });
}
