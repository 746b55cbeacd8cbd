import { useEffect, useState } from "react";
import { css } from "#styled/css";
import { type Generation, useAskGeneration } from "../../data/use-generation.ts";
import { useLatestRun } from "../../data/use-latest-run.ts";
import { useReach } from "../../data/use-reach.ts";
import type { CachedUser } from "../../data/use-users.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Progress } from "../../ui/progress.tsx";
import { toast } from "../../ui/toast.ts";
import { generationTone, shownEstimate } from "./tools/generation-looks.ts";

const list = css({
  display: "grid",
  gridTemplateColumns: "[auto minmax(0, 1fr)]",
  columnGap: "4",
  rowGap: "2",
  textStyle: "sm",
  alignItems: "center",
});
const term = css({ color: "ink.muted" });
const value = css({ overflowWrap: "anywhere", fontVariantNumeric: "tabular-nums lining-nums" });
const small = css({ textStyle: "xs", color: "ink.muted" });

type Shown = { is: "asking" } | { is: "known"; answer: Generation; at: number } | { is: "failed"; message: string };

/** Current state of a user's wallet generation at the host (USER-9); not stored. */
export function GenerationStatusDialog({ user, onClose }: { user: CachedUser; onClose: () => void }) {
  const { t } = useTranslation(["users", "common"]);
  const format = useFormat();
  const ask = useAskGeneration();
  const isOut = useReach().is === "unreachable";
  const [shown, setShown] = useState<Shown>({ is: "asking" });
  const [isRefreshing, setIsRefreshing] = useState(false);
  const phone = user.phonenumber ?? "";

  const { begin, stop } = useLatestRun();
  const look = async (failed: string) => {
    const signal = begin();
    const news = await ask(phone, signal);
    if (signal.aborted) return;
    if (news.is === "answered") return setShown({ is: "known", answer: news.value, at: Date.now() });
    toast({ tone: "failed", title: failed, ...(news.message ? { description: news.message } : {}) });
    setShown((before) => (before.is === "known" ? before : { is: "failed", message: failed }));
  };
  useEffect(() => {
    void look(t("status.failed"));
    return stop;
    // oxlint-disable-next-line react/exhaustive-deps -- asked once for each user; the rest is asked for by the button
  }, [phone]);
  const refresh = async () => {
    setIsRefreshing(true);
    await look(t("status.failedRefresh"));
    setIsRefreshing(false);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("status.title")}
      actions={
        <>
          <Button onClick={onClose}>{t("common:close")}</Button>
          <Button kind="primary" busy={isRefreshing} off={isOut ? t("common:off.unreachable") : undefined} onClick={() => void refresh()}>
            {isRefreshing ? t("status.refreshing") : t("status.refresh")}
          </Button>
        </>
      }
    >
      {shown.is === "asking" ? <p role="status">{t("status.loading")}</p> : null}
      {shown.is === "failed" ? <Notice tone="danger" title={shown.message} /> : null}
      {shown.is === "known" ? <Answer answer={shown.answer} user={user} /> : null}
      {shown.is === "known" ? <p className={small}>{t("status.asOf", { time: format.clock(shown.at) })}</p> : null}
    </Dialog>
  );
}

function Answer({ answer, user }: { answer: Generation; user: CachedUser }) {
  const { t } = useTranslation(["users", "common"]);
  const format = useFormat();
  const { walletsGenerated, totalWallets = 0, isComplete, status, progress, estimatedCompletionTime } = answer;
  const percent = Math.min(100, Math.round(((walletsGenerated ?? 0) / Math.max(1, totalWallets)) * 100));
  const rows = [
    [t("status.user"), answer.user?.email ?? user.email ?? t("common:none")],
    [t("status.phone"), answer.user?.phonenumber ?? user.phonenumber ?? t("common:none")],
    ...(progress === undefined ? [] : [[t("status.host"), progress] as const]),
    ...(estimatedCompletionTime === undefined ? [] : [[t("status.estimated"), shownEstimate(estimatedCompletionTime, format)] as const]),
  ] as const;
  return (
    <>
      <dl className={list}>
        <dt className={term}>{t("status.state")}</dt>
        <dd>
          <Badge tone={generationTone(isComplete, status)}>{status ?? t("status.unknown")}</Badge>
        </dd>
        {rows.map(([name, content]) => (
          <div key={name} style={{ display: "contents" }}>
            <dt className={term}>{name}</dt>
            <dd className={value}>{content}</dd>
          </div>
        ))}
      </dl>
      {walletsGenerated !== undefined && totalWallets > 0 ? (
        <Progress
          label={t("status.progress")}
          value={Math.min(walletsGenerated, totalWallets)}
          max={totalWallets}
          text={t("status.ofTotal", { done: walletsGenerated, total: totalWallets, percent })}
        />
      ) : null}
    </>
  );
}
