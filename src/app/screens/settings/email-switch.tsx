import type { KnownHostSettings } from "../../data/use-admin-settings.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { useMutationOff } from "../../parts/mutation-button.tsx";
import { Switch } from "../../ui/switch.tsx";

interface EmailSwitchProps {
  state: KnownHostSettings;
  /** The form's value, if it differs from the host's. */
  changed: boolean | undefined;
  onChange: (checked: boolean) => void;
}

/** Email notifications, sent by the host: disabled, with the reason, if it can't be asked for them (SET-1). */
export function EmailSwitch({ state, changed, onChange }: EmailSwitchProps) {
  const { t } = useTranslation("settings");
  const off = useMutationOff();
  const why =
    state.is === "not offered"
      ? t("emailOff.notOffered")
      : (off ?? (state.is === "awaited" ? t("emailOff.awaited") : state.is === "failed" ? t("emailOff.failed") : undefined));
  return (
    <Switch
      label={t("notifications.email")}
      hint={why ?? t("emailHint")}
      checked={changed ?? (state.is === "known" && state.value.emailNotifications)}
      disabled={why !== undefined}
      onChange={onChange}
    />
  );
}
