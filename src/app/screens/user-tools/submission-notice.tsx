import { useTranslation } from "../../i18n/use-translation.ts";
import { UnknownOutcome } from "../../parts/unknown-outcome.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Submission } from "./use-submission.ts";

interface SubmissionNoticeProps {
  submission: Submission;
  onSettled: () => void;
  /** Fetches again what the deed may have changed. */
  refresh?: () => unknown;
}

/** Stands on a screen while what was sent from it needs acting on. */
export function SubmissionNotice({ submission, onSettled, refresh }: SubmissionNoticeProps) {
  const { t } = useTranslation("userTools");
  switch (submission.is) {
    case "idle":
    case "running":
    case "done":
      return null;
    case "refused":
      return (
        <Notice tone="danger" title={submission.message}>
          {submission.hint ? t("outcome.hostSaid", { message: submission.hint }) : t("outcome.refusedHint")}
        </Notice>
      );
    case "unknown":
      return <UnknownOutcome attempt={submission.attempt} onSettled={onSettled} {...(refresh ? { refresh } : {})} />;
    case "blocked":
      return <Notice tone="warning" title={submission.message} />;
  }
}
