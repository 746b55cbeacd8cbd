import { useAttemptsFor } from "../../../data/use-users-activity.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { operationWord, standing } from "../../../parts/attempt-words.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "../../../ui/table.tsx";
import { quietBox, SummarySection } from "./summary-section.tsx";
import { Time } from "../../../parts/time.tsx";

const shownAtMost = 8;

/** Actions for a user from this device, and their outcomes. */
export function SummaryJournal({ email, phone }: { email: string; phone: string | undefined }) {
  const { t } = useTranslation(["userTools", "common"]);
  const { t: tAttempts } = useTranslation("attempts");
  const attempts = useAttemptsFor(email, phone, shownAtMost);
  return (
    <SummarySection title={t("summary.journal")}>
      {attempts && attempts.length > 0 ? (
        <Table label={t("summary.journal")}>
          <TableHead>
            <Th>{t("summary.columns.what")}</Th>
            <Th>{t("summary.columns.outcome")}</Th>
            <Th>{t("summary.columns.by")}</Th>
            <Th>{t("summary.columns.at")}</Th>
          </TableHead>
          <TableBody>
            {attempts.map((attempt) => {
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
    </SummarySection>
  );
}
