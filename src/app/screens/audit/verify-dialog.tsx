import { useEffect, useState } from "react";
import * as v from "valibot";
import { css } from "#styled/css";
import { auditEntry } from "../../../contract/audit.ts";
import { forgetVerifiedHead } from "../../../sync/feeds/verified-head.ts";
import { type Verification, verifyChain } from "../../../sync/feeds/verify-chain.ts";
import { startChainWorker } from "../../data/chain-worker.ts";
import { useSync } from "../../data/sync-context.ts";
import { useFormat } from "../../format/use-format.ts";
import { tellEnd } from "../../state/long-actions.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Progress } from "../../ui/progress.tsx";
import { EntryBody } from "./audit-details.tsx";

const stack = css({ display: "flex", flexDirection: "column", gap: "4", minHeight: "24" });
const hash = css({ fontFamily: "mono", fontSize: "xs", overflowWrap: "anywhere" });

type Walk = { readonly is: "walking"; readonly done: number; readonly of: number } | Verification;

/** Verifies the chain while mounted; unmounting stops it. */
function useWalk(): Walk {
  const { host } = useSync();
  const [walk, setWalk] = useState<Walk>({ is: "walking", done: 0, of: 0 });
  useEffect(() => {
    const stop = new AbortController();
    const { check, end } = startChainWorker();
    const tell = (done: number, of: number): void => {
      if (!stop.signal.aborted) setWalk({ is: "walking", done, of });
    };
    verifyChain(host, check, tell, stop.signal)
      .then((result) => {
        if (!stop.signal.aborted) setWalk(result);
      })
      .catch(() => {
        if (!stop.signal.aborted) setWalk({ is: "failed", message: undefined });
      })
      .finally(end);
    return () => {
      stop.abort();
      end();
    };
  }, [host]);
  useEffect(() => {
    if (walk.is !== "walking") tellEnd("verifyLog");
  }, [walk.is]);
  return walk;
}

/**
 * Verifies the log on this device: shows progress, then that the chain holds, or the first entry that doesn't fit, in
 * its current form (AUD-3).
 */
export function VerifyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(["audit", "common"]);
  const format = useFormat();
  const { host } = useSync();
  const walk = useWalk();
  const found = v.safeParse(auditEntry, walk.is === "broken" ? walk.entry : undefined);
  const counts = { done: format.number(String("done" in walk ? walk.done : 0)), total: format.number(String("of" in walk ? walk.of : 0)) };
  return (
    <Dialog
      open
      onClose={onClose}
      shape={found.success ? "wide" : "middle"}
      title={t("verify.title")}
      description={t("verify.text")}
      actions={<Button onClick={onClose}>{walk.is === "walking" ? t("verify.stop") : t("common:close")}</Button>}
    >
      <div className={stack}>
        {walk.is === "walking" ? (
          <Progress label={t("verify.progress")} value={walk.done} max={Math.max(1, walk.of)} text={t("verify.of", counts)} />
        ) : null}
        {walk.is === "holds" ? (
          <Notice title={t("verify.holds", { count: walk.entries, shown: format.number(String(walk.entries)) })}>
            {walk.seen ? <p>{t("verify.seen", { seq: walk.seen.seq })}</p> : null}
            <p>{t("verify.head")}</p>
            <p className={hash}>{walk.head.hash}</p>
          </Notice>
        ) : null}
        {walk.is === "broken" ? (
          <Notice tone="danger" title={t("verify.broken", { seq: walk.seq })}>
            <p>{t(`verify.faults.${walk.fault}`, { seq: walk.seq })}</p>
            <p>{t("verify.todo")}</p>
            {walk.bySeen ? (
              <>
                <p>{t("verify.restored")}</p>
                <Button
                  size="small"
                  onClick={() => {
                    forgetVerifiedHead(host);
                    onClose();
                  }}
                >
                  {t("verify.forget")}
                </Button>
              </>
            ) : null}
          </Notice>
        ) : null}
        {found.success ? <EntryBody entry={found.output} /> : null}
        {walk.is === "failed" ? (
          <Notice tone="warning" title={walk.message ?? t("verify.failed")}>
            {t("verify.failedHint")}
          </Notice>
        ) : null}
      </div>
    </Dialog>
  );
}
