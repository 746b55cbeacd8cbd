import { useTranslation } from "../words/use-translation.ts";
import { UnknownOutcome } from "../parts/unknown-outcome.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Deed } from "./use-deed.ts";

interface DeedNoticeProps {
  deed: Deed;
  /** Called once an attempt whose outcome was unknown is settled. */
  onSettled?: () => void;
  /** Fetches again what the deed may have changed. */
  refresh?: () => unknown;
}

/** Stands on a screen while what was sent from it needs acting on: a refusal, an outcome that is unknown, what stands in the way. */
export function DeedNotice({ deed, onSettled, refresh }: DeedNoticeProps) {
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
