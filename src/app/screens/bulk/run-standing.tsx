import type { BulkRow, BulkRun, PauseReason } from "../../../db/money/bulk-runs.ts";
import { useObservable } from "../../data/use-observable.ts";
import { useSync } from "../../data/sync-context.ts";
import { useFormat } from "../../format/use-format.ts";
import type { Translate } from "../../words/keys.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { openAttention } from "../../parts/attention-state.ts";
import { UnknownOutcome } from "../../parts/unknown-outcome.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { driverOf } from "./driver.ts";

interface RunStandingProps {
  run: BulkRun;
  /** This tab drives it. */
  isHere: boolean;
  /** Another tab does. */
  isThere: boolean;
  waiting: number;
  /** The row with an unknown outcome. */
  unknown: BulkRow | undefined;
}

/** What a paused run waits for, and what to do about it. */
function pauseText(t: Translate<"bulkRun">, why: Exclude<PauseReason, { is: "unknown" }>, clock: (at: number) => string): string {
  if (why.is === "permission" && why.message)
    return [t("paused.permissionSaid", { message: why.message }), t("paused.permissionText")].join(" ");
  if (why.is === "busy" && why.until !== undefined) return t("paused.busyUntil", { time: clock(why.until) });
  return t(`paused.${why.is}Text`);
}

/** A run's state, and what it waits for. */
export function RunStanding({ run, isHere, isThere, waiting, unknown }: RunStandingProps) {
  const { t } = useTranslation(["bulkRun", "attempts"]);
  const { t: words } = useTranslation("bulkRun");
  const format = useFormat();
  const hasFailed = useObservable(driverOf(useSync()).failed);
  const { state } = run;
  const open = unknown ? <UnknownOutcome attempt={unknown.attempt} /> : null;
  if (state.is === "ended") return <Notice title={t("ended")}>{t("endedText")}</Notice>;
  if (state.is === "stopped")
    return (
      <>
        {open}
        <Notice title={t("stopped")}>{t("stoppedText", { count: waiting, shown: format.number(String(waiting)) })}</Notice>
      </>
    );
  const isDriven = isHere || isThere;
  if (hasFailed && !isDriven)
    return (
      <Notice tone="danger" title={t("failed")}>
        {t("failedText")}
      </Notice>
    );
  if (state.is === "paused" && state.why.is === "unknown")
    return (
      <>
        <Notice tone="warning" title={t("paused.unknown")}>
          {t(isDriven ? "paused.unknownText" : "paused.unknownWait")}
        </Notice>
        {open}
      </>
    );
  if (state.is === "paused" && !isDriven) {
    const { why } = state;
    if (why.is === "unknown") return null;
    return (
      <Notice
        tone={why.is === "asked" ? "info" : "warning"}
        title={t(`paused.${why.is}`)}
        action={
          why.is === "standing" && why.attempt !== undefined ? (
            <Button size="small" onClick={() => openAttention(why.attempt)}>
              {t("attempts:attention.open")}
            </Button>
          ) : undefined
        }
      >
        {pauseText(words, why, format.clock)}
      </Notice>
    );
  }
  if (!isDriven)
    return (
      <>
        <Notice tone="warning" title={t("broken")}>
          {t("brokenText")}
        </Notice>
        {open}
      </>
    );
  return <Notice title={t("running")}>{run.wish ? t("asking") : t(isHere ? "runningText" : "elsewhere")}</Notice>;
}
