import { useTranslation } from "../../words/use-translation.ts";
import { Notice } from "../../ui/notice.tsx";
import type { EditFields } from "./edit-fields.ts";
import type { EditTrouble } from "./use-edit.ts";
import { UnreadNotice } from "../../figures/unread-notice.tsx";

interface EditTroubleNoticeProps {
  trouble: EditTrouble;
  /** The host's current values. */
  now: EditFields;
  /** The host's current rates, as text. */
  rates: string;
  regardless: boolean;
  locked: boolean;
  onRegardless: (regardless: boolean) => void;
}

/** Why an edit was not sent, and what the host has instead of what was seen. */
export function EditTroubleNotice({ trouble, now, rates, regardless, locked, onRegardless }: EditTroubleNoticeProps) {
  const { t } = useTranslation(["giftCards", "common"]);
  if (trouble.is === "gone") return <Notice tone="danger" title={t("editing.gone")} />;
  if (trouble.is === "unread") return <UnreadNotice regardless={regardless} locked={locked} onRegardless={onRegardless} />;
  const words = {
    notes: now.notes.trim() === "" ? t("editing.movedNoNotes") : t("editing.movedNotes", { value: now.notes }),
    rate: t("editing.movedRate", { value: rates }),
    isActive: t("editing.movedStatus", {
      value: now.isActive === undefined ? t("common:none") : now.isActive ? t("active") : t("inactive"),
    }),
  };
  return trouble.fields.map((field) => (
    <Notice key={field} tone="warning" title={words[field]}>
      {t("editing.movedHint")}
    </Notice>
  ));
}
