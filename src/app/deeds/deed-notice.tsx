import { useTranslation } from "../words/use-translation.ts";
import { UnknownOutcome } from "../parts/unknown-outcome.tsx";
import { KeepFocus } from "../ui/keep-focus.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Deed } from "./use-deed.ts";

interface DeedNoticeProps {
  deed: Deed;
  /** Called once an attempt with an unknown outcome is settled. */
  onSettled?: () => void;
  /** Refetches what the action may have changed. */
  refresh?: () => unknown;
}

/** Shown while the last action of a screen needs attention: a refusal, an unknown outcome, or what blocks it. */
export const DeedNotice = (props: DeedNoticeProps) => (
  <>
    <KeepFocus />
    <Shown {...props} />
  </>
);

function Shown({ deed, onSettled, refresh }: DeedNoticeProps) {
  const { t } = useTranslation("deeds");
  switch (deed.is) {
    case "idle":
    case "sending":
    case "done":
      return null;
    case "refused":
      return (
        <Notice tone="danger" title={deed.message}>
          {deed.hint ? t("hostSaid", { message: deed.hint }) : t("refusedHint")}
        </Notice>
      );
    case "unknown":
      return <UnknownOutcome attempt={deed.attempt} onSettled={onSettled} refresh={refresh} />;
    case "blocked":
      return (
        <>
          <Notice tone="warning" title={deed.message} />
          {deed.attempt === undefined ? null : <UnknownOutcome attempt={deed.attempt} onSettled={onSettled} refresh={refresh} />}
        </>
      );
  }
}
