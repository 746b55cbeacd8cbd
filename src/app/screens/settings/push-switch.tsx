import { useState } from "react";
import { useOffers } from "../../data/use-offers.ts";
import { askForPush, pushState } from "../../state/notify.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Switch } from "../../ui/switch.tsx";

/** Push notifications: asks for the browser's permission only when switched on (SET-1). */
export function PushSwitch({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { t } = useTranslation("settings");
  const [state, setState] = useState(pushState);
  // Shown as on while the prompt is open, so a refusal visibly switches it off again.
  const [asking, setAsking] = useState(false);
  const change = async (next: boolean) => {
    if (!next) return onChange(false);
    setAsking(true);
    const answer = await askForPush();
    setState(answer);
    setAsking(false);
    if (answer === "granted") onChange(true);
  };
  const told = useOffers()("approvals") ? `${t("push.hint")} ${t("push.slips")}` : t("push.hint");
  const hint = state === "unsupported" ? t("push.unsupported") : state === "denied" ? t("push.denied") : told;
  return (
    <Switch
      label={t("notifications.push")}
      hint={hint}
      checked={asking || (checked && state === "granted")}
      disabled={state === "unsupported"}
      onChange={(next) => void change(next)}
    />
  );
}
