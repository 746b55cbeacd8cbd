import "../words/cache-words.ts";
import type { Translate } from "../words/keys.ts";
import type { LeaveQuestion } from "./leave-question.ts";

/** Texts for what a sign-out leaves behind or deletes, and what becomes of it. */
export function signOutWords(
  t: Translate<["attempts", "cases", "cache"]>,
  { unsettled, isRunning, run, cases, unread }: LeaveQuestion,
): { readonly title: string; readonly lines: readonly string[] } {
  const about = [
    ...(unsettled > 0
      ? [
          {
            title: t("signOut.title"),
            lines: [isRunning ? t("signOut.running") : t("signOut.text", { count: unsettled }), t("signOut.kept")],
          },
        ]
      : []),
    ...(run !== undefined
      ? [{ title: t("signOut.run.title"), lines: [t("signOut.run.text", { count: run }), t("signOut.run.kept")] }]
      : []),
    ...(unread ? [{ title: t(unread === "closed" ? "cache:openFailedTitle" : "cache:silentTitle"), lines: [t("cache:signOutText")] }] : []),
    ...(cases > 0 ? [{ title: t("cases:signOut.title"), lines: [t("cases:signOut.text", { count: cases })] }] : []),
  ];
  return { title: about[0]?.title ?? "", lines: about.flatMap(({ lines }) => lines) };
}
