import { useState } from "react";
import { useAttemptsFor } from "../../../data/use-users-activity.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { operationWord, standing } from "../../../parts/attempt-words.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { KeepFocus } from "../../../ui/keep-focus.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "../../../ui/table.tsx";
import { quietBox, SummarySection } from "./summary-section.tsx";
import { Time } from "../../../parts/time.tsx";

const shownFirst = 8;

/** Actions for a user from this device, and their outcomes. */
export function SummaryJournal({ email, phone }: { email: string; phone: string | undefined }) {
  const { t } = useTranslation(["userTools", "common"]);
  const { t: tAttempts } = useTranslation("attempts");
  const attempts = useAttemptsFor(email, phone);
  const [isAll, setIsAll] = useState(false);
  const shown = isAll ? attempts : attempts?.slice(0, shownFirst);
  return (
    <SummarySection title={t("summary.journal")}>
      {shown && shown.length > 0 ? (
        <Table label={t("summary.journal")}>
          <TableHead>
            <Th>{t("summary.columns.what")}</Th>
            <Th>{t("summary.columns.outcome")}</Th>
            <Th>{t("summary.columns.by")}</Th>
            <Th>{t("summary.columns.at")}</Th>
          </TableHead>
          <TableBody>
            {shown.map((attempt) => {
              const { tone, word } = standing(tAttempts, attempt);
              return (
                <Tr key={attempt.id}>
                  <Td label={t("summary.columns.what")}>{operationWord(tAttempts, attempt.operation)}</Td>
                  <Td label={t("summary.columns.outcome")}>
                    <Badge tone={tone}>{word}</Badge>
                  </Td>
                  <Td label={t("summary.columns.by")}>{attempt.by}</Td>
                  <Td label={t("summary.columns.at")} kind="figure">
                    <Time at={attempt.at} byDevice />
                  </Td>
                </Tr>
              );
            })}
          </TableBody>
        </Table>
      ) : (
        <p className={quietBox}>{attempts ? t("summary.journalNone") : t("common:loading")}</p>
      )}
      <KeepFocus />
      {attempts && shown && shown.length < attempts.length ? (
        <div>
          <Button size="small" onClick={() => setIsAll(true)}>
            {t("summary.journalMore", { count: attempts.length })}
          </Button>
        </div>
      ) : null}
    </SummarySection>
  );
}
