import { Checkbox } from "../ui/checkbox.tsx";
import { Notice } from "../ui/notice.tsx";
import { useTranslation } from "../words/use-translation.ts";

interface UnreadNoticeProps {
  regardless: boolean;
  /** While the host is asked once more: it is sent by the tick of the click. */
  locked: boolean;
  onRegardless: (regardless: boolean) => void;
}

/** The host could not be asked what a change replaces: it is sent only if the admin says so. Its screen names the words "rates". */
export function UnreadNotice({ regardless, locked, onRegardless }: UnreadNoticeProps) {
  const { t } = useTranslation("rates");
  return (
    <Notice tone="warning" title={t("confirm.unread")}>
      <Checkbox label={t("confirm.regardless")} checked={regardless} locked={locked} onChange={onRegardless} />
    </Notice>
  );
}
