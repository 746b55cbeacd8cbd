import { useState } from "react";
import { css } from "#styled/css";
import { type TimelineEvent, type TimelineKind, timelineKinds } from "../../../../db/people/user-timeline.ts";
import type { Person } from "../../../../db/people/person.ts";
import { useHasLog } from "../../../data/use-audit.ts";
import { useUserTimeline } from "../../../data/use-user-timeline.ts";
import { useFormat } from "../../../format/use-format.ts";
import { useNow } from "../../../format/use-now.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { Time } from "../../../parts/time.tsx";
import { usePermission } from "../../../state/auth.ts";
import { Button } from "../../../ui/button.tsx";
import { KeepFocus } from "../../../ui/keep-focus.tsx";
import { Select } from "../../../ui/select-field.tsx";
import { DataTable } from "../../../ui/data-table.tsx";
import { printedNote } from "../../../lists/row-frame.ts";
import { useLineWords } from "./line-words.ts";
import { quietBox, SummarySection } from "./summary-section.tsx";

const knownHead = css({ _touch: { minHeight: "control", lineHeight: "[2.75rem]" } });
const muted = css({ color: "ink.muted" });
const gapLook = css({ color: "ink.muted", fontStyle: "italic" });
const basis = css({
  display: "grid",
  gap: "1",
  textStyle: "xs",
  color: "ink.muted",
  "& summary": { cursor: "pointer" },
  // Paper can't be unfolded.
  _print: { "&::details-content": { contentVisibility: "visible" } },
});
const shownFirst = 30;

const kindOf = (event: TimelineEvent): TimelineKind => (event.is === "cut" ? event.kind : event.is === "gap" ? "transaction" : event.is);

/** Whether it stands for what isn't listed. */
const isBetween = ({ is }: TimelineEvent): boolean => is === "gap" || is === "cut";

/** Everything this device knows of a user in time order, by kind, with its gaps (FIND-5). */
export function SummaryTimeline({ person, phone }: { person: Person; phone: string | undefined }) {
  const { t } = useTranslation(["timeline", "userTools", "common"]);
  const format = useFormat();
  const now = useNow();
  const lineWords = useLineWords();
  const mayView = usePermission("canViewTransactions");
  const mayAudit = usePermission("canAccessReports");
  const hasLog = useHasLog();
  const timeline = useUserTimeline({ ...person, phone, mayView, mayAudit: mayAudit && hasLog });
  const [kind, setKind] = useState<TimelineKind>();
  const [isAll, setIsAll] = useState(false);
  if (timeline === undefined || timeline === "broken")
    return (
      <SummarySection title={t("title")}>
        <p className={quietBox}>{timeline ? t("broken") : t("common:loading")}</p>
      </SummarySection>
    );
  const events = timeline.events.filter((event) => !kind || kindOf(event) === kind);
  const shown = isAll ? events : events.slice(0, shownFirst);
  const { asOf } = timeline;
  return (
    <SummarySection
      title={t("title")}
      more={
        <Select
          aria-label={t("show")}
          value={kind ?? ""}
          options={[{ value: "", label: t("all") }, ...timelineKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))]}
          onChange={({ target }) => setKind(timelineKinds.find((one) => one === target.value))}
        />
      }
    >
      {shown.length === 0 ? (
        <p className={quietBox}>{t(kind ? "noneOfKind" : "none")}</p>
      ) : (
        <DataTable
          label={t("title")}
          rows={shown.map((event) => ({ event, ...lineWords(event) }))}
          keyOf={({ event }) => event.key}
          columns={[
            {
              label: t("when"),
              kind: "figure",
              render: ({ event }) =>
                isBetween(event) ? null : <Time at={event.at} byDevice={event.is !== "transaction" && event.is !== "log"} />,
            },
            { label: t("what"), render: ({ event, what }) => (isBetween(event) ? <span className={gapLook}>{what}</span> : what) },
            { label: t("source"), render: ({ source }) => (source ? <span className={muted}>{source}</span> : null) },
          ]}
        />
      )}
      <KeepFocus />
      {shown.length < events.length ? (
        <div>
          <Button size="small" onClick={() => setIsAll(true)}>
            {t("more", { count: events.length })}
          </Button>
          <p className={printedNote}>{t("userTools:summary.printed", { shown: shown.length, count: events.length })}</p>
        </div>
      ) : null}
      <details className={basis}>
        <summary className={knownHead}>{t("known")}</summary>
        <p>{mayView ? (asOf === undefined ? t("knownNever") : t("knownTransactions", { time: format.minute(asOf, now) })) : t("noView")}</p>
        {person.email ? (
          <>
            <p>{t("knownDevice")}</p>
            <p>{mayAudit && hasLog ? t("knownLog") : t("noLog")}</p>
          </>
        ) : (
          <p>{t("noEmail")}</p>
        )}
        <p>{t("knownKyc")}</p>
        <p>{t("knownGeneration")}</p>
      </details>
    </SummarySection>
  );
}
