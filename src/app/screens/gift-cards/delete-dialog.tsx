import { deleteGiftCardRate } from "../../../contract/gift-cards.ts";
import type { GiftCardRate } from "../../data/use-gift-cards.ts";
import { DeedNotice } from "../../deeds/deed-notice.tsx";
import { useDeed } from "../../deeds/use-deed.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { MutationButton } from "../../parts/mutation-button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { nameOfRate } from "./rate-words.ts";

/** Confirms deleting a rate (GIFT-6). */
export function DeleteDialog({ row, refresh, onClose }: { row: GiftCardRate; refresh: () => unknown; onClose: () => void }) {
  const { t } = useTranslation("giftCards");
  const { deed, send, isHere } = useDeed({ failed: t("deleting.failed"), done: (message) => message ?? t("deleting.done") });
  const busy = deed.is === "sending";
  const run = async () => {
    const outcome = await send({
      call: deleteGiftCardRate,
      params: { id: row.id },
      operation: "deleteGiftCardRate",
      subject: [row.id],
      target: nameOfRate(row),
      details: { id: row.id, rate: row.rate ?? "" },
      refresh,
    });
    if (outcome.is === "done" && isHere()) onClose();
  };
  return (
    <ConfirmDialog
      open
      onCancel={onClose}
      title={t("deleting.title")}
      description={t("deleting.text")}
      confirm={
        <MutationButton permission="canManageFees" kind="danger" busy={busy} onClick={() => void run()}>
          {busy ? t("deleting.busy") : t("deleting.confirm")}
        </MutationButton>
      }
    >
      <p>{nameOfRate(row)}</p>
      <DeedNotice deed={deed} refresh={refresh} />
    </ConfirmDialog>
  );
}
