import { removePasswordPin } from "../../../../contract/user-tools.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { EmailDeed } from "./email-deed.tsx";

/** /user-management/remove-password and /user-management/wallet-generation (TOOL-3). */
export function RemovePinScreen() {
  const { t } = useTranslation("userTools");
  return (
    <EmailDeed
      words={{
        title: t("removePin.title"),
        text: t("removePin.text"),
        submit: t("removePin.submit"),
        missing: t("removePin.missing"),
        question: (who) => t("removePin.question", { who }),
        confirm: t("removePin.confirm"),
        done: (message) => message ?? t("removePin.done"),
        failed: t("removePin.failed"),
      }}
      operation="removePin"
      call={removePasswordPin}
    />
  );
}
