import { useState } from "react";
import { Link } from "wouter";
import { css } from "#styled/css";
import type { PlannedRow } from "../../../contract/bulk.ts";
import { askRun, type BulkRow, type BulkRun, failedRows, readRows } from "../../../db/money/bulk-runs.ts";
import { isOver } from "../../../db/money/open-run.ts";
import { useLatestRun, useDrivenElsewhere, useFailedRows, useRunTally, useEarlierRuns } from "../../data/use-bulk-run.ts";
import { useApprovalPolicy } from "../../data/use-approval-policy.ts";
import { useObservable } from "../../data/use-observable.ts";
import { useSync } from "../../data/sync-context.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import type { Translate } from "../../words/keys.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { paths } from "../../links.ts";
import { MutationButton } from "../../parts/mutation-button.tsx";
import { EmailText } from "../../parts/email-text.tsx";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Button, buttonLook } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { KeepFocus } from "../../ui/keep-focus.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Progress } from "../../ui/progress.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { driverOf, goOn } from "./driver.ts";
import { RunStanding } from "./run-standing.tsx";

const column = css({ display: "flex", flexDirection: "column", gap: "4" });
const badges = css({ display: "flex", flexWrap: "wrap", gap: "2" });
const now = css({ textStyle: "sm", minHeight: "5", overflowWrap: "anywhere" });
const muted = css({ color: "ink.muted" });
const foot = css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2" });
const list = css({ textStyle: "sm" });
const entry = css({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "2",
  py: "1",
  overflowWrap: "anywhere",
});
const hint = css({ textStyle: "xs", color: "ink.muted" });

/** Badge tone of a row's state. */
export const toneOf: Readonly<Record<BulkRow["is"], Tone>> = {
  waiting: "neutral",
  sending: "processing",
  done: "done",
  asked: "processing",
  refused: "failed",
  unknown: "unknown",
  never: "neutral",
  twice: "neutral",
};
const counted = ["done", "asked", "refused", "never", "twice", "unknown", "waiting"] as const;

/** Most rows listed as not done; the report has all. */
const listedAtMost = 50;

/**
 * The open or latest bulk funding, and earlier ones (BULK-3 … BULK-5); nothing if there was none. `onAgain` opens a new dry run, in
 * place of an open one.
 */
export function RunView({ onAgain, isRehearsing }: { onAgain: (rows: PlannedRow[]) => void; isRehearsing: boolean }) {
  const run = useLatestRun();
  return run ? (
    <>
      <OneRun key={run.id} run={run} onAgain={onAgain} isRehearsing={isRehearsing} />
      <Earlier />
    </>
  ) : null;
}

/** Reports of earlier runs. */
function Earlier() {
  const { t } = useTranslation("bulkRun");
  const sync = useSync();
  const format = useFormat();
  const runs = useEarlierRuns();
  const [hasFailed, setHasFailed] = useState(false);
  if (!runs || runs.length === 0) return null;
  const report = async (run: BulkRun) => {
    const { downloadReport } = await import("./report.ts");
    await downloadReport(t, sync, run);
  };
  return (
    <Card title={t("earlier")}>
      {hasFailed ? <Notice tone="danger" title={t("reportFailed")} /> : null}
      <ul className={list}>
        {runs.map((run) => (
          <li key={run.id} className={entry}>
            <span>
              {run.name} <span className={muted}>{format.dateTime(run.at)}</span>
            </span>
            <Button
              kind="quiet"
              size="small"
              aria-label={t("reportOf", { name: run.name })}
              onClick={() => report(run).catch(() => setHasFailed(true))}
            >
              {t("report")}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface OneRunProps {
  run: BulkRun;
  onAgain: (rows: PlannedRow[]) => void;
  isRehearsing: boolean;
}

function OneRun({ run, onAgain, isRehearsing }: OneRunProps) {
  const { t } = useTranslation("bulkRun");
  const format = useFormat();
  const tally = useRunTally(run.id);
  const isHere = useObservable(driverOf(useSync()).driving) === run.id;
  const isThere = useDrivenElsewhere(run, isHere);
  const shown = (count: number) => format.number(String(count));
  if (!tally) return null;
  const { counts, open } = tally;
  const tried = run.rows - counts.waiting - counts.sending - counts.unknown;
  const failed = counts.refused + counts.never + counts.twice;
  return (
    <Card title={t("title", { name: run.name })} description={t("started", { time: format.dateTime(run.at), by: run.by })}>
      <div className={column}>
        <Progress label={t("progress")} value={tried} max={run.rows} text={t("of", { done: shown(tried), all: shown(run.rows) })} />
        <div className={badges}>
          {counted
            .filter((is) => counts[is] > 0)
            .map((is) => (
              <Badge key={is} tone={toneOf[is]}>
                {t(`states.${is}`)} {shown(counts[is])}
              </Badge>
            ))}
        </div>
        {isOver(run) ? null : <CurrentRow row={open[0]} />}
        <RunStanding
          run={run}
          isHere={isHere}
          isThere={isThere}
          waiting={counts.waiting}
          unknown={open.find(({ is }) => is === "unknown")}
        />
        {run.unseenAt === undefined ? null : (
          <Notice tone="warning" title={t("unseen", { time: format.dateTime(run.unseenAt) })}>
            {t("unseenText")}
          </Notice>
        )}
        {counts.twice > 0 ? <Notice tone="warning" title={t("twice", { count: counts.twice, shown: shown(counts.twice) })} /> : null}
        <Slips asked={counts.asked} />
        <Verbs
          run={run}
          isDriven={isHere || isThere}
          waiting={counts.waiting}
          failed={failed}
          onAgain={onAgain}
          isRehearsing={isRehearsing}
        />
        <Failed run={run} count={failed} />
      </div>
    </Card>
  );
}

const deedOf = (t: Translate<"bulkRun">, { operation, email, amount, currency }: BulkRow, exact: (amount: string) => string): string =>
  t(operation, { email, amount: exact(amount), currency });

/** The row in flight; its place is reserved when there is none. */
function CurrentRow({ row }: { row: BulkRow | undefined }) {
  const { t } = useTranslation("bulkRun");
  const format = useFormat();
  return (
    <p className={now}>
      {row ? (
        <>
          <span className={muted}>{t("now", { line: row.line })}</span> {deedOf(t, row, format.exact)}
        </>
      ) : null}
    </p>
  );
}

/** Slips nobody can decide on before their maker has signed (APPR-10). */
function Slips({ asked }: { asked: number }) {
  const { t } = useTranslation("bulkRun");
  const { known } = useApprovalPolicy();
  if (asked === 0 || known.is !== "known" || known.policy.signing !== "passkey") return null;
  return (
    <Notice
      title={t("sign")}
      action={
        <Link href={paths.approvals} className={buttonLook({ size: "small" })}>
          {t("approvals")}
        </Link>
      }
    />
  );
}

interface VerbsProps extends OneRunProps {
  isDriven: boolean;
  waiting: number;
  failed: number;
}

/** Actions on a run. */
function Verbs({ run, isDriven, waiting, failed, onAgain, isRehearsing }: VerbsProps) {
  const { t } = useTranslation("bulkRun");
  const sync = useSync();
  const format = useFormat();
  const clock = useNow();
  const [isStopping, setIsStopping] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const driver = driverOf(sync);
  const { state } = run;
  const until = state.is === "paused" && state.why.is === "busy" ? state.why.until : undefined;
  const wait = until !== undefined && clock < until ? t("continueOff", { time: format.clock(until) }) : undefined;
  const doing = (work: Promise<unknown>): void => {
    setHasFailed(false);
    work.catch(() => setHasFailed(true));
  };
  const report = async () => {
    const { downloadReport } = await import("./report.ts");
    await downloadReport(t, sync, run);
  };
  const isAsked = run.wish !== undefined && isDriven;
  return (
    <>
      <KeepFocus />
      {hasFailed ? <Notice tone="danger" title={t("reportFailed")} /> : null}
      <div className={foot}>
        {isOver(run) ? null : isDriven ? (
          <Button off={isAsked ? t("asking") : undefined} onClick={() => doing(askRun(sync.db, run.id, "pause"))}>
            {t("pause")}
          </Button>
        ) : (
          <MutationButton kind="primary" permission="canFundUsers" off={wait} onClick={() => void goOn(sync, run.id)}>
            {t("continue")}
          </MutationButton>
        )}
        {isOver(run) ? null : (
          <Button off={isAsked && run.wish === "stop" ? t("asking") : undefined} onClick={() => setIsStopping(true)}>
            {t("stop")}
          </Button>
        )}
        {isOver(run) && failed > 0 ? (
          <Button
            kind="primary"
            off={isRehearsing ? t("againOff") : undefined}
            onClick={() => doing(readRows(sync.db, run.id).then((rows) => onAgain(failedRows(rows))))}
          >
            {t("again")}
          </Button>
        ) : null}
        <Button onClick={() => doing(report())}>{t("report")}</Button>
      </div>
      {isOver(run) && failed > 0 ? <p className={hint}>{t("againHint")}</p> : null}
      <ConfirmDialog
        open={isStopping}
        onCancel={() => setIsStopping(false)}
        title={t("stopTitle")}
        description={t("stopText", { count: waiting, shown: format.number(String(waiting)) })}
        confirm={
          <Button
            kind="danger"
            onClick={() => {
              setIsStopping(false);
              doing(driver.stop(run.id));
            }}
          >
            {t("stopConfirm")}
          </Button>
        }
      />
    </>
  );
}

/** The first rows that were refused or never arrived. */
function Failed({ run, count }: { run: BulkRun; count: number }) {
  const { t } = useTranslation("bulkRun");
  const format = useFormat();
  const rows = useFailedRows(run.id, listedAtMost);
  if (!rows || rows.length === 0) return null;
  const more = count - rows.length;
  return (
    <div>
      <DataTable
        label={t("notDone")}
        rows={rows}
        keyOf={({ place }) => place}
        columns={[
          { label: t("column.line"), align: "end", kind: "figure", render: ({ line }) => line },
          { label: t("column.email"), render: ({ email }) => <EmailText value={email} /> },
          {
            label: t("column.amount"),
            align: "end",
            kind: "figure",
            render: ({ amount, currency }) => `${format.exact(amount)} ${currency}`,
          },
          { label: t("column.outcome"), render: ({ is }) => <Badge tone={toneOf[is]}>{t(`states.${is}`)}</Badge> },
          { label: t("column.message"), render: ({ message }) => message },
        ]}
      />
      {more > 0 ? <p className={hint}>{t("more", { count: more, shown: format.number(String(more)) })}</p> : null}
    </div>
  );
}
