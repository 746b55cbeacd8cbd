import type { Translate } from "../i18n/keys.ts";
import type { LeaveQuestion } from "./use-leave.ts";

/** What a sign-out leaves behind, and what becomes of it, in the words of "attempts". */
export function signOutWords(
  t: Translate<"attempts">,
  { unsettled, isRunning, run }: LeaveQuestion,
): { readonly title: string; readonly lines: readonly string[] } {
  const ofAttempts = [isRunning ? t("signOut.running") : t("signOut.text", { count: unsettled }), t("signOut.kept")];
  const ofRun = run ? [t("signOut.run.text", run), t("signOut.run.kept")] : [];
  return unsettled > 0 ? { title: t("signOut.title"), lines: [...ofAttempts, ...ofRun] } : { title: t("signOut.run.title"), lines: ofRun };
}
