import { disableTwoFactor } from "../../../../contract/user-tools.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { EmailDeed } from "./email-deed.tsx";

/** /user-management/disable-2fa (TOOL-2). */
export function Disable2faScreen() {
  const { t } = useTranslation("userTools");
  return (
    <EmailDeed
      operation="disable2fa"
      call={disableTwoFactor}
      // The document calls any status but 200 "thrown".
      refused={({ status }) => (status === 200 ? undefined : t("disable2fa.thrown"))}
    />
  );
}
