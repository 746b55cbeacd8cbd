import { type FirstSight, readFirstSight } from "../../../db/first-sight/first-sight.ts";
import { Observable } from "../../../sync/state/observable.ts";
import { reachAtStart } from "../../../sync/wire/reach.ts";
import { isStarted } from "../first-sight-shown.ts";
import { lockKeys } from "../../../sync/state/idle-lock.ts";
import { isExpired, sessionStore } from "../../../sync/state/session-store.ts";
import type { Sync } from "../../../sync/start-sync.ts";
import { HostContext } from "../../data/host-context.ts";
import { SyncContext } from "../../data/sync-context.ts";
import { keepFormatted } from "../../format/formatted.ts";
import { shownLanguage } from "../../words/i18n.ts";
import { localeOf } from "../../words/language.ts";
import { Layout } from "../../frame/layout/layout.tsx";
import { DashboardScreen } from "../../screens/transactions/dashboard-screen.tsx";
import { settings, zoneOf } from "../../state/settings.ts";
import { draw } from "./draw.ts";
import { row } from "./instead/use-row-height.ts";
import { nothing, seen } from "./instead/use-transaction-list.ts";
import { keptFor } from "../../session/kept.ts";
import { leaveSeen, seenLines } from "../../data/seen.ts";
import { speak } from "./words.ts";

/** Placeholder for what the frame's and dashboard's components need of a sync before there is one. */
function standIn(approvals: boolean): Sync {
  const state = reachAtStart(Date.now());
  const failing = new Observable(new Map());
  const sync = {
    db: {},
    host: { config: approvals ? { approvals: "" } : {}, reach: { state, subscribe: () => () => {} }, failing },
    dispatcher: { working: new Observable([]) },
    keeping: "on",
  };
  return sync as unknown as Sync;
}

function drawAll(place: Element, approvals: boolean): void {
  const sync = standIn(approvals);
  draw(
    <HostContext value={sync.host}>
      <SyncContext value={sync}>
        <Layout>
          <DashboardScreen />
        </Layout>
      </SyncContext>
    </HostContext>,
    place,
  );
}

/** Remember the last click, for the app to replay when it takes over. */
function noteClick(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof Element)) return;
  event.preventDefault();
  for (const before of event.currentTarget instanceof Element ? event.currentTarget.querySelectorAll("[data-clicked]") : [])
    before.removeAttribute("data-clicked");
  event.target.setAttribute("data-clicked", "");
}

/** Creating a browser's first format is slow: reuse the texts cached with the data. */
function keepTexts({ formatted }: FirstSight): void {
  const isSame =
    formatted?.browser === navigator.userAgent &&
    formatted.locale === localeOf(shownLanguage()) &&
    formatted.timeZone === zoneOf(settings.kept.timeZone);
  if (isSame) keepFormatted(formatted.texts);
}

/**
 * Draws the dashboard from the cache before the app has loaded, if the app would certainly show the same: the cache is
 * this admin's, the session is valid, and retention hasn't passed. The app takes over once rendered (`giveWay`).
 */
async function show(): Promise<void> {
  const session = sessionStore.current();
  const kept = session && keptFor(session.identity);
  if (!kept || isExpired(session) || session.claims?.mustAddPasskey) return;
  const place = document.createElement("div");
  place.id = "first-sight";
  let isOver = false;
  const end = (): void => {
    isOver = true;
    place.remove();
  };
  const reading = Promise.all([
    readFirstSight(kept.cache, { token: session.token, retentionHours: kept.retentionHours, lines: seenLines }),
    speak(settings.kept.language),
  ]);
  // Another tab has ended the session, or locked it: remove the first sight, and draw none.
  sessionStore.subscribe(() => {
    if (!sessionStore.current()) end();
  });
  addEventListener("storage", ({ key, newValue }) => {
    if (key === lockKeys.locked && newValue !== null) end();
  });
  const [found] = await reading;
  // The app doesn't wait for a slow device.
  if (!found || isOver || isStarted() || sessionStore.current()?.token !== session.token) return;
  seen.now = found;
  keepTexts(found);
  document.documentElement.lang = settings.kept.language;
  drawAll(place, kept.approvals);
  place.addEventListener("click", noteClick);
  document.querySelector("#root")?.before(place);
  // The stylesheet derives it from density, touch and the list's width, so draw first, then measure.
  const measured = row.probe.current?.getBoundingClientRect().height;
  if (measured && measured !== row.height) {
    row.height = measured;
    place.replaceChildren();
    drawAll(place, kept.approvals);
  }
  leaveSeen(found);
}

/** Settles once the first sight is drawn, or won't be. */
export const shown = show()
  .catch(() => {
    // The app itself reports the error.
  })
  .finally(() => {
    // It would outlive the session with the page.
    seen.now = nothing;
  });
