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
import { Table, TableBody, TableHead, Td, Th, Tr } from "../../ui/table.tsx";
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
  const shown = useLatestFundings(shownAtMost);
  // A later attempt at the same is above it in the list.
  const mayAgain = ({ state, subject }: Attempt, place: number): boolean =>
    state.is === "never" && !shown?.slice(0, place).some((later) => later.subject === subject);
  return (
    <Card title={t("recent.title")} description={t("recent.text")}>
      {shown && shown.length > 0 ? (
        <Table label={t("recent.title")}>
          <TableHead>
            <Th>{t("recent.when")}</Th>
            <Th>{t("recent.operation")}</Th>
            <Th>{t("recent.user")}</Th>
            <Th align="end">{t("recent.amount")}</Th>
            <Th>{t("recent.outcome")}</Th>
          </TableHead>
          <TableBody>
            {shown.map((attempt, place) => (
              <RecentRow key={attempt.id} attempt={attempt} onAgain={mayAgain(attempt, place) ? onAgain : undefined} />
            ))}
          </TableBody>
        </Table>
      ) : (
        <p className={none}>{t("recent.none")}</p>
      )}
    </Card>
  );
}

function RecentRow({ attempt, onAgain }: { attempt: Attempt; onAgain: ((attempt: Attempt) => void) | undefined }) {
  const { t } = useTranslation(["funding", "attempts"]);
  const { t: words } = useTranslation("attempts");
  const format = useFormat();
  const { tone, word } = standing(words, attempt);
  const { state, details, settled } = attempt;
  const answer = "message" in state ? state.message : undefined;
  const operation = t(fundOperationOf(attempt) === "deduct" ? "operations.deduct" : "operations.fund");
  const moved = movedBy(attempt);
  const message = state.is === "done" || state.is === "refused" ? answer : settled?.note || answer;
  return (
    <Tr>
      <Td label={t("recent.when")} kind="figure">
        <Time at={attempt.at} byDevice />
      </Td>
      <Td label={t("recent.operation")}>{isSlip(attempt) ? t("recent.byTwo", { operation }) : operation}</Td>
      <Td label={t("recent.user")}>{attempt.target}</Td>
      <Td label={t("recent.amount")} align="end" kind="figure">
        {format.exact(details["amount"] ?? "")}
        <span className={unit}>{details["currency"]}</span>
      </Td>
      <Td label={t("recent.outcome")}>
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
      </Td>
    </Tr>
  );
}
