import { css } from "#styled/css";
import type { GenerationJob } from "../../../data/use-generation.ts";
import { useObservable } from "../../../data/use-observable.ts";
import { useReach } from "../../../data/use-reach.ts";
import { useSync } from "../../../data/sync-context.ts";
import { useFormat } from "../../../format/use-format.ts";
import { useNow } from "../../../format/use-now.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { generationTone, shownEstimate } from "./generation-looks.ts";
import { RawResponse } from "./raw-response.tsx";

const panel = css({
  display: "flex",
  flexDirection: "column",
  gap: "4",
  p: "5",
  bg: "surface",
  borderWidth: "1px",
  borderColor: "line",
  borderRadius: "panel",
});
const head = css({ display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "space-between", gap: "2" });
const title = css({ textStyle: "md", fontWeight: "semibold" });
const small = css({ textStyle: "sm", color: "ink.muted", fontVariantNumeric: "tabular-nums lining-nums" });
const end = css({ textStyle: "md", fontWeight: "medium" });

/** Progress of a followed generation (TOOL-6). */
export function GenerationProgress({ job }: { job: GenerationJob }) {
  const { t } = useTranslation("userTools");
  const format = useFormat();
  const now = useNow();
  const isOut = useReach().is === "unreachable";
  const isPinNeeded = useObservable(useSync().host.pinNeeded) !== "no";
  const going = job.trouble === undefined ? "polling" : "trouble";
  const { walletsGenerated, totalWallets = 0, status, isComplete, estimatedCompletionTime } = job.latest;
  const percent = Math.min(100, Math.round(((walletsGenerated ?? 0) / Math.max(1, totalWallets)) * 100));
  const ending =
    job.end === undefined || job.end.is === "idle"
      ? undefined
      : job.end.is === "complete"
        ? t("progress.complete")
        : job.end.is === "late"
          ? t("progress.late")
          : job.end.message
            ? t("progress.refusedSaid", { message: job.end.message })
            : t("progress.refused");
  return (
    <section className={panel} aria-label={t("progress.title")}>
      <div className={head}>
        <h2 className={title}>{t("progress.title")}</h2>
        <Badge tone={generationTone(isComplete, status)}>{status ?? t("progress.unknown")}</Badge>
      </div>
      {walletsGenerated !== undefined && totalWallets > 0 ? (
        <Progress
          label={t("progress.label")}
          value={Math.min(walletsGenerated, totalWallets)}
          max={totalWallets}
          text={t("progress.ofTotal", { done: walletsGenerated, total: totalWallets, percent })}
        />
      ) : null}
      {estimatedCompletionTime ? (
        <p className={small}>{t("progress.estimated", { time: shownEstimate(estimatedCompletionTime, format) })}</p>
      ) : null}
      <div role="status">
        {ending ? (
          <p className={end}>{ending}</p>
        ) : job.end ? null : (
          <p className={small}>{t(`progress.${isOut ? "paused" : isPinNeeded ? "pausedForPin" : going}`)}</p>
        )}
        {job.end?.is === "late" ? <p className={small}>{t("progress.lateHint")}</p> : null}
      </div>
      <p className={small}>{t("progress.asked", { time: format.minute(job.asOf, now) })}</p>
      <RawResponse value={job.latest.raw} />
    </section>
  );
}
