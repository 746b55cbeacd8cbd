import { lastLanguage } from "../state/last-language.ts";

/** Shows the pages before a sign-in in the last language. Never rejects; where the words can't be loaded, English stays. */
export async function showLastLanguage(): Promise<void> {
  if (lastLanguage() === "en") return;
  await import("../words/language.ts")
    .then(({ followLanguage }) => followLanguage())
    .catch(() => {
      // The next start tries again.
    });
}
