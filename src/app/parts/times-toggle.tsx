import { useTranslation } from "../words/use-translation.ts";
import { keepSettings, settings, useSettings } from "../state/settings.ts";
import { Button } from "../ui/button.tsx";
import { Clock } from "../ui/icons.tsx";

/** Toggles between absolute and relative times in lists (FIND-9): the setting itself, beside a list. */
export function TimesToggle() {
  const { t } = useTranslation();
  const { absoluteTimes } = useSettings();
  return (
    <Button
      icon={<Clock size={16} aria-hidden />}
      aria-pressed={absoluteTimes}
      onClick={() => keepSettings({ ...settings.kept, absoluteTimes: !absoluteTimes })}
    >
      {t("absoluteTimes")}
    </Button>
  );
}
