import { lazyPart } from "../boot/lazy-part.tsx";
import { loadWords } from "../i18n/language.ts";

/** Asks before a sign-out; loaded with the first one that has something to ask about. */
export const SignOutQuestion = lazyPart(async () => {
  const [{ SignOutQuestion: Component }] = await Promise.all([import("./attention-sign-out.tsx"), loadWords(["attempts", "cases"])]);
  return Component;
});
