import { emailKey } from "../../../../contract/emails.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { Notice } from "../../../ui/notice.tsx";

/** The email of the user for whom the host did it, if it named another one than the chosen one. */
export const otherUser = (chosen: string | undefined, named: string | undefined): string | undefined =>
  chosen && named && emailKey(named) !== emailKey(chosen) ? named : undefined;

/** Says that the host did it for another user: a phone number can have changed hands, or several users can have it. */
export function OtherUser({ chosen, named }: { chosen: string | undefined; named: string | undefined }) {
  const { t } = useTranslation("userTools");
  const other = otherUser(chosen, named);
  return chosen && other ? (
    <Notice tone="danger" title={t("otherUser.title", { email: other })}>
      {t("otherUser.text", { email: chosen })}
    </Notice>
  ) : null;
}
