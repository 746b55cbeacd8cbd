import { css } from "#styled/css";
import type { Fetching } from "../data/use-feed.ts";
import { useTranslation } from "../words/use-translation.ts";
import { Button } from "../ui/button.tsx";

const look = css({ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: "3", rowGap: "2" });
const words = css({ textStyle: "md", fontWeight: "medium", color: "danger" });
const detail = css({ textStyle: "sm", color: "ink.muted", overflowWrap: "anywhere" });

const hasFailed = ({ is }: Fetching): boolean => is === "failed" || is === "odd";
const answerTo = (fetching: Fetching) => (fetching.is === "failed" ? fetching.answer : undefined);

/** What the host said, or that it said nothing that could be read. */
export function useTroubleDetail(fetching: Fetching): string | undefined {
  const { t } = useTranslation("rates");
  if (!hasFailed(fetching)) return undefined;
  const answer = answerTo(fetching);
  if (!answer || answer.is === "lost") return t("trouble.lost");
  if (answer.is === "refused") return answer.message ?? t("trouble.refused", { status: answer.status });
  return answer.is === "malformed" ? answer.problem : t("trouble.expired");
}

interface FeedTroubleProps {
  fetching: Fetching;
  title: string;
  /** Something kept stands on the screen: then it is the connection line that says that the host is out of reach. */
  kept: boolean;
  onRetry: () => void;
}

/** That a feed could not be fetched, in red, with what the host said and a button that asks again. */
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
