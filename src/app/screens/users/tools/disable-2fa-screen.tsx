import { disableTwoFactor } from "../../../../contract/user-tools.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { EmailDeed } from "./email-deed.tsx";

/** /user-management/disable-2fa (TOOL-2). */
export function Disable2faScreen() {
  const { t } = useTranslation("userTools");
  return (
    <EmailDeed
      words={{
        title: t("disable2fa.title"),
        text: t("disable2fa.text"),
        submit: t("disable2fa.submit"),
        missing: t("disable2fa.missing"),
        question: (who) => t("disable2fa.question", { who }),
        confirm: t("disable2fa.confirm"),
        done: (message) => message ?? t("disable2fa.done"),
        failed: t("disable2fa.failed"),
        // The document calls any status but 200 "thrown".
        refused: ({ status }) => (status === 200 ? undefined : t("disable2fa.thrown")),
      }}
      operation="disable2fa"
      call={disableTwoFactor}
    />
  );
}
