import { lazyPart } from "../../ui/lazy-part.tsx";

/** Asks before a sign-out; loaded when there is first something to ask. */
export const SignOutQuestion = lazyPart(async () => (await import("./attention-sign-out.tsx")).SignOutQuestion, {
  words: ["attempts", "cases"],
});
