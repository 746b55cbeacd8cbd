import type { Ref } from "react";
import { EmailField } from "../ui/email-field.tsx";
import { useTranslation } from "../words/use-translation.ts";
import { PasswordField } from "../ui/password-field.tsx";
import type { PinForm } from "./use-pin.ts";

/** Email and PIN fields for signing in again, set up for password managers. */
export function PinFields({ form, pinRef }: { form: PinForm; pinRef?: Ref<HTMLInputElement> }) {
  const { t } = useTranslation("auth");
  return (
    <>
      <EmailField
        label={t("email")}
        name="email"
        autoComplete="username"
        required
        readOnly={form.email !== undefined}
        value={form.email ?? form.typedEmail}
        onChange={form.setTypedEmail}
      />
      <PasswordField
        {...(pinRef && { ref: pinRef })}
        label={t("password")}
        name="password"
        autoComplete="current-password"
        required
        value={form.pin}
        onChange={(event) => form.setPin(event.target.value)}
      />
    </>
  );
}
