import { css } from "#styled/css";
import type { Fetching } from "../data/use-feed.ts";
import { useReach } from "../data/use-reach.ts";
import { useTranslation } from "../words/use-translation.ts";
import { Button } from "../ui/button.tsx";

const look = css({ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: "3", rowGap: "2" });
const words = css({ textStyle: "md", fontWeight: "medium", color: "danger" });
const detail = css({ textStyle: "sm", color: "ink.muted", overflowWrap: "anywhere" });

const hasFailed = ({ is }: Fetching): boolean => is === "failed" || is === "odd";
const answerTo = (fetching: Fetching) => (fetching.is === "failed" ? fetching.answer : undefined);

/** The host's message, or why there is none. */
export function useTroubleDetail(fetching: Fetching): string | undefined {
  const { t } = useTranslation("rates");
  const isOut = useReach().is === "unreachable";
  if (!hasFailed(fetching)) return undefined;
  const answer = answerTo(fetching);
  if (!answer || answer.is === "lost") return t(isOut ? "trouble.lost" : "trouble.unanswered");
  if (answer.is === "refused") return answer.message ?? t("trouble.refused", { status: answer.status });
  return answer.is === "malformed" ? answer.problem : t("trouble.expired");
}

interface FeedTroubleProps {
  fetching: Fetching;
  title: string;
  /** A cached value is on screen; then the connection line already says that the host is unreachable. */
  kept: boolean;
  onRetry: () => void;
}

/** Red notice that a feed could not be fetched, with the host's message and a retry button. */
export function FeedTrouble({ fetching, title, kept, onRetry }: FeedTroubleProps) {
  const { t } = useTranslation(["rates", "common"]);
  const said = useTroubleDetail(fetching);
  if (!hasFailed(fetching)) return null;
  const answer = answerTo(fetching);
  if (kept && (!answer || answer.is === "lost")) return null;
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
