import { Suspense, lazy } from "react";
import { loadWords } from "../i18n/language.ts";
import { useSettings } from "../state/settings.ts";

const GenerationEnds = lazy(async () => ({ default: (await import("../parts/generation-ends.tsx")).GenerationEnds }));
const Installed = lazy(async () => ({ default: (await import("./installed.tsx")).Installed }));
const Shortcuts = lazy(async () => ({ default: (await import("../palette/shortcuts.tsx")).Shortcuts }));
// Each is loaded by those alone who have switched it on.
const AutomaticUpdates = lazy(async () => ({ default: (await import("./automatic-updates.tsx")).AutomaticUpdates }));
const PushNotifications = lazy(async () => {
  const [{ PushNotifications: Component }] = await Promise.all([import("./push-notifications.tsx"), loadWords(["attempts", "settings"])]);
  return { default: Component };
});

/** What works for a signed-in admin without being seen, as the settings say. */
export function Background() {
  const { automaticUpdates, pushNotifications } = useSettings();
  return (
    <Suspense fallback={null}>
      <GenerationEnds />
      <Installed />
      <Shortcuts />
      {automaticUpdates ? <AutomaticUpdates /> : null}
      {pushNotifications ? <PushNotifications /> : null}
    </Suspense>
  );
}
