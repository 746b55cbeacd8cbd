import { Suspense, lazy, useEffect } from "react";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { lazyWorded } from "../../ui/lazy-worded.ts";
import { useOffers } from "../../data/use-offers.ts";
import { useSync } from "../../data/sync-context.ts";
import { Shortcuts } from "../palette/shortcuts.tsx";
import { laterScreens } from "../routes/screens.ts";
import { preloadSignIn } from "../../session/public-screens.ts";
import { useSettings } from "../../state/settings.ts";
import { Announcer } from "./announcer.tsx";
import { FocusInSight } from "./focus-in-sight.tsx";
import { FocusWrongField } from "./focus-wrong-field.tsx";
import { Installed } from "./installed.tsx";
import { KeepFormatted } from "./keep-formatted.tsx";
import { KeepPlaces } from "./keep-places.tsx";
import { refuseFiles } from "./refuse-files.ts";
import { SayWhyOff } from "./say-why-off.tsx";
import { TellScreen } from "./tell-screen.tsx";
import { TitleCutText } from "./title-cut-text.tsx";

// Loaded only if switched on, or offered by the host.
const AutomaticUpdates = lazy(async () => ({ default: (await import("./automatic-updates.tsx")).AutomaticUpdates }));
const SettleUnknown = lazyPart(async () => (await import("./settle-unknown.tsx")).SettleUnknown, {
  words: ["attempts"],
  // Not loaded until the next start; outcomes can be settled by hand meanwhile.
  instead: () => null,
});
const GenerationEnds = lazyPart(async () => (await import("../../parts/generation-ends.tsx")).GenerationEnds, {
  words: ["userTools"],
  // Told at the next start.
  instead: () => null,
});
const PrintedAt = lazyPart(async () => (await import("./printed-at.tsx")).PrintedAt, { words: ["shell"], instead: () => null });
const PushNotifications = lazyWorded(async () => (await import("./push-notifications.tsx")).PushNotifications, ["attempts", "settings"]);
const SlipNotices = lazyWorded(async () => (await import("./slip-notices.tsx")).SlipNotices, ["approvals"]);

/** Background features for a signed-in admin, as enabled in the settings. */
export function Background() {
  const { automaticUpdates, pushNotifications } = useSettings();
  const { attempts } = useSync().host.config;
  const offers = useOffers();
  useEffect(() => {
    void laterScreens.preload();
    // A sign-out without the network leads there.
    preloadSignIn();
  }, []);
  useEffect(refuseFiles, []);
  useEffect(() => {
    // A phone reloads a page that is pulled down at its top: what is typed there would be gone.
    document.documentElement.style.overscrollBehaviorY = "contain";
  }, []);
  return (
    <>
      <GenerationEnds />
      <Announcer />
      <FocusInSight />
      <FocusWrongField />
      <Installed />
      <PrintedAt />
      <Shortcuts />
      <KeepFormatted />
      <KeepPlaces />
      <SayWhyOff />
      <TellScreen />
      <TitleCutText />
      <Suspense fallback={null}>
        {automaticUpdates ? <AutomaticUpdates /> : null}
        {attempts === undefined ? null : <SettleUnknown />}
        {pushNotifications ? <PushNotifications /> : null}
        {pushNotifications && offers("approvals") ? <SlipNotices /> : null}
      </Suspense>
    </>
  );
}
