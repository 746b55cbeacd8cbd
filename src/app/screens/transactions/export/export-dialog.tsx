import { useEffect, useState } from "react";
import type { Gathering } from "../../../../sync/transactions/transaction-export.ts";
import type { TransactionSource } from "../../../../sync/transactions/transaction-source.ts";
import { useObservable } from "../../../data/use-observable.ts";
import { useSync } from "../../../data/sync-context.ts";
import { useFormat } from "../../../format/use-format.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { tellEnd } from "../../../state/long-actions.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { KeepFocus } from "../../../ui/keep-focus.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { type Exporting, type Extent, ExportRun } from "./export-run.ts";

interface ExportDialogProps {
  source: TransactionSource;
  filtered: boolean;
  onClose: () => void;
}

const extentWords = {
  whole: "export.doneWhole",
  cached: "export.doneCached",
  named: "export.doneNamed",
  cut: "export.doneCut",
  full: "export.doneFull",
} as const satisfies Record<Extent, string>;

const whyWords = {
  unreachable: "export.interrupted",
  refused: "export.refused",
  odd: "export.odd",
  full: "export.full",
} as const satisfies Record<Exclude<Gathering, "whole">, string>;

function Stage({ state }: { state: Exporting }) {
  const { t } = useTranslation("activity");
  const format = useFormat();
  switch (state.is) {
    case "fetching": {
      const total = state.of !== undefined && state.of >= state.rows ? state.of : undefined;
      return (
        <Progress
          label={t("export.fetching")}
          value={total ? state.rows : null}
          max={total ?? 100}
          text={
            total
              ? t("export.fetchedOf", { rows: format.number(state.rows), total: format.number(total) })
              : t("export.fetched", { count: state.rows })
          }
        />
      );
    }
    case "writing":
      return (
        <Progress
          label={t("export.writing")}
          value={state.rows}
          max={Math.max(1, state.of)}
          text={t("export.fetchedOf", { rows: format.number(state.rows), total: format.number(state.of) })}
        />
      );
    case "interrupted":
      return (
        <Notice tone="warning" title={t(whyWords[state.why])}>
          {state.message ? `${t("export.said", { message: state.message })} ` : null}
          {t(state.why === "full" ? "export.fullHint" : "export.interruptedHint", { count: state.rows })}
        </Notice>
      );
    case "broken":
      return (
        <Notice tone="danger" title={t("export.broken")}>
          {t("export.brokenHint")}
        </Notice>
      );
    case "done":
      return (
        <Notice tone={state.extent === "whole" ? "info" : "warning"} title={t("export.done", { count: state.rows })}>
          {t(extentWords[state.extent], { time: format.full(state.at) })}
        </Notice>
      );
  }
}

/** Exports the whole current list, with progress; closing the dialog cancels (DASH-12). */
export function ExportDialog({ source, filtered, onClose }: ExportDialogProps) {
  const { t } = useTranslation(["activity", "common"]);
  const { host } = useSync();
  const [run] = useState(() => new ExportRun(host, source, filtered, t));
  useEffect(() => run.start(), [run]);
  const state = useObservable(run.state);
  const waits = state.is === "interrupted";
  const isOver = state.is === "done" || waits || state.is === "broken";
  useEffect(() => {
    if (isOver) tellEnd("export", waits);
  }, [isOver, waits]);
  const isRunning = state.is === "fetching" || state.is === "writing";
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("export.title")}
      description={filtered ? t("export.filtered") : t("export.all")}
      actions={
        <>
          <Button onClick={onClose}>{isRunning || state.is === "interrupted" ? t("common:cancel") : t("common:close")}</Button>
          {state.is === "interrupted" ? (
            <>
              <Button onClick={() => run.writeCut(state.why)}>{t("export.saveCut")}</Button>
              <Button kind="primary" onClick={() => run.retry()}>
                {t("export.retry")}
              </Button>
            </>
          ) : null}
        </>
      }
    >
      <KeepFocus />
      <Stage state={state} />
    </Dialog>
  );
}
