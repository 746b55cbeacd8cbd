import { useState } from "react";
import { useAttemptsFor } from "../../../data/use-users-activity.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { operationWord, standing } from "../../../parts/attempt-words.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { KeepFocus } from "../../../ui/keep-focus.tsx";
import { DataTable } from "../../../ui/data-table.tsx";
import { printedNote } from "../../../lists/row-frame.ts";
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
        <DataTable
          label={t("summary.journal")}
          rows={shown}
          keyOf={({ id }) => id}
          columns={[
            { label: t("summary.columns.what"), render: ({ operation }) => operationWord(tAttempts, operation) },
            {
              label: t("summary.columns.outcome"),
              render: (attempt) => {
                const { tone, word } = standing(tAttempts, attempt);
                return <Badge tone={tone}>{word}</Badge>;
              },
            },
            { label: t("summary.columns.by"), render: ({ by }) => by },
            { label: t("summary.columns.at"), kind: "figure", render: ({ at }) => <Time at={at} byDevice /> },
          ]}
        />
      ) : (
        <p className={quietBox}>{attempts ? t("summary.journalNone") : t("common:loading")}</p>
      )}
      <KeepFocus />
      {attempts && shown && shown.length < attempts.length ? (
        <div>
          <Button size="small" onClick={() => setIsAll(true)}>
            {t("summary.journalMore", { count: attempts.length })}
          </Button>
          <p className={printedNote}>{t("summary.printed", { shown: shown.length, count: attempts.length })}</p>
        </div>
      ) : null}
    </SummarySection>
  );
}
