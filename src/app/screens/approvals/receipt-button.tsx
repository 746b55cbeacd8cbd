import { useState } from "react";
import { askReceipt } from "../../../sync/feeds/slips-feed.ts";
import { useReach } from "../../data/use-reach.ts";
import type { SlipRow } from "../../data/use-slips.ts";
import { useSync } from "../../data/sync-context.ts";
import { download, fileName } from "../../ui/download.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Download } from "../../ui/icons.tsx";
import { toast } from "../../ui/toast.ts";

/** Downloads the receipt of an executed slip as the host gives it: one JSON file (APPR-11). */
export function ReceiptButton({ slip }: { slip: SlipRow }) {
  const { t } = useTranslation(["approvals", "common"]);
  const sync = useSync();
  const [busy, setBusy] = useState(false);
  const isOut = useReach().is === "unreachable";
  const save = async (): Promise<void> => {
    setBusy(true);
    const answer = await askReceipt(sync.host, slip.id, sync.closed);
    if (sync.closed.aborted) return;
    setBusy(false);
    if (answer.is === "failed") {
      toast({ tone: "failed", title: t("decide.receiptFailed"), ...(answer.message ? { description: answer.message } : {}) });
      return;
    }
    const name = fileName(`receipt-${slip.reference ?? slip.id}`, "json");
    download(name, new Blob([`${JSON.stringify(answer.value, null, 2)}\n`], { type: "application/json" }));
    toast({ tone: "done", title: t("decide.receiptDone"), description: name });
  };
  return (
    <Button
      icon={<Download size={16} aria-hidden />}
      busy={busy}
      off={isOut ? t("common:off.unreachable") : undefined}
      onClick={() => void save()}
    >
      {t("decide.receipt")}
    </Button>
  );
}
