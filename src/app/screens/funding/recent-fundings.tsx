import { css } from "#styled/css";
import { Link } from "wouter";
import { isUnsettled, type Attempt } from "../../../db/money/journal.ts";
import { fundOperationOf } from "../../../db/money/moved.ts";
import { useLatestFundings } from "../../data/use-latest-fundings.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { links } from "../../links.ts";
import { openAttention } from "../../parts/attention-state.ts";
import { standing } from "../../parts/attempt-words.ts";
import { movedBy, ReverseLink } from "../../parts/reverse-link.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button, buttonLook } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Time } from "../../parts/time.tsx";
import { isSlip } from "./fund-order.ts";

const shownAtMost = 10;

const none = css({ textStyle: "sm", color: "ink.muted" });
const said = css({ textStyle: "xs", color: "ink.muted", marginTop: "0.5" });
const unit = css({ color: "ink.muted", marginInlineStart: "1.5", fontSize: "xs" });
const ending = css({ display: "flex", flexDirection: "column", alignItems: "flex-start", smDown: { alignItems: "flex-end" } });

/** Recent fundings and deductions from this device, each with its outcome. */
export function RecentFundings({ onAgain }: { onAgain: (attempt: Attempt) => void }) {
  const { t } = useTranslation("funding");
  const format = useFormat();
  const shown = useLatestFundings(shownAtMost);
  // A later attempt at the same is above it in the list.
  const mayAgain = ({ state, subject }: Attempt, place: number): boolean =>
    state.is === "never" && !shown?.slice(0, place).some((later) => later.subject === subject);
  const operationOf = (attempt: Attempt): string => {
    const operation = t(fundOperationOf(attempt) === "deduct" ? "operations.deduct" : "operations.fund");
    return isSlip(attempt) ? t("recent.byTwo", { operation }) : operation;
  };
  return (
    <Card title={t("recent.title")} description={t("recent.text")}>
      {shown && shown.length > 0 ? (
        <DataTable
          label={t("recent.title")}
          rows={shown}
          keyOf={({ id }) => id}
          columns={[
            { label: t("recent.when"), kind: "figure", render: ({ at }) => <Time at={at} byDevice /> },
            { label: t("recent.operation"), render: operationOf },
            { label: t("recent.user"), render: ({ target }) => target },
            {
              label: t("recent.amount"),
              align: "end",
              kind: "figure",
              render: ({ details }) => (
                <>
                  {format.exact(details["amount"] ?? "")}
                  <span className={unit}>{details["currency"]}</span>
                </>
              ),
            },
            {
              label: t("recent.outcome"),
              render: (attempt, place) => <Ending attempt={attempt} onAgain={mayAgain(attempt, place) ? onAgain : undefined} />,
            },
          ]}
        />
      ) : (
        <p className={none}>{t("recent.none")}</p>
      )}
    </Card>
  );
}

/** The outcome, and what can be done about it. */
function Ending({ attempt, onAgain }: { attempt: Attempt; onAgain: ((attempt: Attempt) => void) | undefined }) {
  const { t } = useTranslation(["funding", "attempts"]);
  const { t: words } = useTranslation("attempts");
  const { tone, word } = standing(words, attempt);
  const { state, settled } = attempt;
  const answer = "message" in state ? state.message : undefined;
  const moved = movedBy(attempt);
  const message = state.is === "done" || state.is === "refused" ? answer : settled?.note || answer;
  return (
    <div className={ending}>
      <Badge tone={tone}>{word}</Badge>
      {message ? <span className={said}>{message}</span> : null}
      {isUnsettled(attempt) && state.is === "unknown" ? (
        <Button kind="quiet" size="small" onClick={() => openAttention(attempt.id)}>
          {t("recent.settle")}
        </Button>
      ) : null}
      {onAgain ? (
        <Button kind="quiet" size="small" onClick={() => onAgain(attempt)}>
          {t("attempts:unknown.again")}
        </Button>
      ) : null}
      {state.is === "done" && state.slip ? (
        <Link href={links.approval(state.slip)} className={buttonLook({ kind: "quiet", size: "small" })}>
          {t("waiting.open")}
        </Link>
      ) : null}
      {moved ? <ReverseLink of={moved} /> : null}
    </div>
  );
}
