import type { KnownHostSettings } from "../../data/use-admin-settings.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { useMutationOff } from "../../parts/mutation-button.tsx";
import { Switch } from "../../ui/switch.tsx";

interface EmailSwitchProps {
  state: KnownHostSettings;
  /** What the form holds, where it differs from what the host said. */
  changed: boolean | undefined;
  onChange: (checked: boolean) => void;
}

/** Email notifications, which the host sends: off, with the reason, where it can't be asked for them (SET-1). */
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
