import { css } from "#styled/css";
import type { FeedResult } from "../data/use-fees-feed.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { Button } from "../ui/button.tsx";

const look = css({ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: "3", rowGap: "2" });
const words = css({ textStyle: "md", fontWeight: "medium", color: "danger" });
const detail = css({ textStyle: "sm", color: "ink.muted", overflowWrap: "anywhere" });

/** What the host said, or that it said nothing that could be read. */
export function useTroubleDetail(result: FeedResult): string | undefined {
  const { t } = useTranslation("rates");
  if (result.is !== "failed") return undefined;
  const answer = result.why?.answer;
  if (!answer || answer.is === "lost") return t("trouble.lost");
  if (answer.is === "refused") return answer.message ?? t("trouble.refused", { status: answer.status });
  return answer.is === "malformed" ? answer.problem : t("trouble.expired");
}

interface FeedTroubleProps {
  result: FeedResult;
  title: string;
  /** Something kept stands on the screen: then it is the connection line that says that the host is out of reach. */
  kept: boolean;
  onRetry: () => void;
}

/** That a feed could not be fetched, in red, with what the host said and a button that asks again. */
export function FeedTrouble({ result, title, kept, onRetry }: FeedTroubleProps) {
  const { t } = useTranslation(["rates", "common"]);
  const said = useTroubleDetail(result);
  if (result.is !== "failed") return null;
  if (kept && (result.why === undefined || result.why.answer.is === "lost")) return null;
  return (
    <div role="alert" className={look}>
      <p className={words}>{title}</p>
      {said && said !== title ? <p className={detail}>{said}</p> : null}
      <Button size="small" onClick={onRetry}>
        {t("common:retry")}
      </Button>
    </div>
  );
}
