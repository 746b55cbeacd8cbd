import { lazyPart } from "../../ui/lazy-part.tsx";
import { loadWords } from "../../words/language.ts";

/** Asks before a sign-out; loaded when there is first something to ask. */
export const SignOutQuestion = lazyPart(async () => {
  const [{ SignOutQuestion: Component }] = await Promise.all([import("./attention-sign-out.tsx"), loadWords(["attempts", "cases"])]);
  return Component;
});
