import { Checkbox } from "../ui/checkbox.tsx";
import { Notice } from "../ui/notice.tsx";
import { useTranslation } from "../words/use-translation.ts";

interface UnreadNoticeProps {
  regardless: boolean;
  onRegardless: (regardless: boolean) => void;
}

/** The host could not be asked what a change replaces: it is sent only if the admin says so. Its screen names the words "rates". */
export function UnreadNotice({ regardless, onRegardless }: UnreadNoticeProps) {
  const { t } = useTranslation("rates");
  return (
    <Notice tone="warning" title={t("confirm.unread")}>
      <Checkbox label={t("confirm.regardless")} checked={regardless} onChange={onRegardless} />
    </Notice>
  );
}
