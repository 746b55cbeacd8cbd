import { proxy, useSnapshot } from "valtio";
import { digest } from "../../db/store/digest.ts";
import { usualLock } from "../../sync/state/idle-lock.ts";
import { sessionStore } from "../../sync/state/session-store.ts";
import { readItem, removeItem, writeItem } from "../../sync/state/storage.ts";
import { keepLanguage, lastLanguage } from "./last-language.ts";
import { type Language, languages } from "./languages.ts";
import { onOtherAdmin } from "./other-admin.ts";
import { copyKeys, paintTheme } from "./page-look.ts";

/** Zone names used in the documents; EST and PST observe daylight saving (settled reading of SET-1). */
const documentsZones: Readonly<Record<string, string>> = { EST: "America/New_York", PST: "America/Los_Angeles" };

/** The choice "same as the device". */
export const deviceZone = "device";

/** IANA name of a chosen zone: one of the documents' names, `deviceZone`, or an IANA name itself (FIND-9). */
export const zoneOf = (choice: string): string =>
  choice === deviceZone
    ? // What Chromium calls a device's zone that it can't tell, as with TZ=WAT-1: it is UTC, and no format takes that name.
      new Intl.DateTimeFormat().resolvedOptions().timeZone.replace("Etc/Unknown", "UTC")
    : (documentsZones[choice] ?? choice);

/** Short name of a chosen zone: "New York". */
export const cityOf = (choice: string): string => zoneOf(choice).replace(/.*\//, "").replaceAll("_", " ");

/** A stored zone; `otherwise` if this browser doesn't know it. */
function zoneIn(stored: unknown, otherwise: string): string {
  if (typeof stored !== "string" || !stored) return otherwise;
  try {
    // Skip creating a format at start for the most common choices.
    if (!/^(UTC|[EP]ST|Africa.Lagos)$/.test(stored)) new Intl.DateTimeFormat("en", { timeZone: zoneOf(stored) }).format(0);
    return stored;
  } catch {
    return otherwise;
  }
}

/** Minutes without input until the app locks; 0: never. */
export const lockChoices = [5, 15, 30, 60, 0] as const;
export type LockAfter = (typeof lockChoices)[number];

/** An admin's settings on this device. */
export interface Settings {
  /** Undefined: follow the system. */
  darkMode: boolean | undefined;
  compactView: boolean;
  pushNotifications: boolean;
  automaticUpdates: boolean;
  dataCollection: boolean;
  /** Enables single-letter shortcuts. */
  singleKeys: boolean;
  lockAfter: LockAfter;
  language: Language;
  /** As read by `zoneOf`. */
  timeZone: string;
  /** Zone whose times are shown beside the first; "" for none. */
  secondZone: string;
  /** Lists show absolute instead of relative times. */
  absoluteTimes: boolean;
}
export type Look = Partial<Pick<Settings, "darkMode" | "compactView">>;

/** Parses stored settings; an invalid field falls back to its default. */
function settingsOf(stored: Readonly<Record<string, unknown>>): Settings {
  const { darkMode, language } = stored;
  return {
    darkMode: typeof darkMode === "boolean" ? darkMode : undefined,
    compactView: stored["compactView"] === true,
    pushNotifications: stored["pushNotifications"] === true,
    automaticUpdates: stored["automaticUpdates"] === true,
    dataCollection: stored["dataCollection"] === true,
    singleKeys: stored["singleKeys"] !== false,
    lockAfter: lockChoices.find((one) => one === stored["lockAfter"]) ?? usualLock,
    language: languages.find((one) => one === language) ?? "en",
    timeZone: zoneIn(stored["timeZone"], "UTC"),
    secondZone: zoneIn(stored["secondZone"], ""),
    absoluteTimes: stored["absoluteTimes"] === true,
  };
}

/**
 * Kept past sign-out for the same admin's next one. The key holds a digest of the identity that also names their cache,
 * so it holds no name; the record holds only choices (docs/settings.md).
 */
const keyOf = (identity: string): string => `counterfoil.settings.${digest(identity)}`;

function read(identity: string | undefined): Settings {
  if (identity === undefined) return settingsOf({ language: lastLanguage() });
  try {
    const stored: unknown = JSON.parse(readItem(keyOf(identity)) ?? "{}");
    return settingsOf({ ...(stored as object) });
  } catch {
    return settingsOf({});
  }
}

/** `preview`: unsaved choices of the settings screen, on top of `kept`. */
export const settings = proxy<{ kept: Settings; preview: Look }>({ kept: read(sessionStore.current()?.identity), preview: {} });

export const useSettings = (): Readonly<Settings> => useSnapshot(settings).kept;

/** IANA name of the zone for displayed times and the days in filters. */
export const useTimeZone = (): string => zoneOf(useSettings().timeZone);

const systemDark = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
const onPaper = globalThis.matchMedia?.("print");

/** Whether the page is dark now: as chosen, else as the system. */
export const isDark = ({ darkMode }: Look): boolean => darkMode ?? systemDark?.matches ?? false;

/** Calls back when the system turns dark or light; returns the unsubscribe function. */
export function onSystemLook(listener: () => void): () => void {
  systemDark?.addEventListener("change", listener);
  return () => systemDark?.removeEventListener("change", listener);
}

function setOrRemove(key: string, value: string | undefined): void {
  if (value === undefined) removeItem(key);
  else if (readItem(key) !== value) writeItem(key, value);
}

function paint(): void {
  const { darkMode, compactView } = { ...settings.kept, ...settings.preview };
  const { documentElement: root } = document;
  // Always print light.
  paintTheme(isDark({ darkMode }) && !onPaper?.matches);
  if (compactView === true) root.dataset["density"] = "compact";
  else delete root.dataset["density"];
}

/** The next page starts with what is kept, never with a preview. */
function copyForStart(): void {
  const { darkMode, compactView, lockAfter } = settings.kept;
  setOrRemove(copyKeys.theme, darkMode === undefined ? undefined : darkMode ? "dark" : "light");
  setOrRemove(copyKeys.density, compactView ? "compact" : undefined);
  setOrRemove(copyKeys.lockAfter, lockAfter === usualLock ? undefined : String(lockAfter));
}

/** The diagnostics log; removed when data collection is off, and with the session. */
export const diagnosticsKey = "counterfoil.diagnostics";

let identity = sessionStore.current()?.identity;

function take(kept: Settings): void {
  settings.kept = kept;
  if (!kept.dataCollection) removeItem(diagnosticsKey);
  keepLanguage(kept.language);
  copyForStart();
  paint();
}

/** Applies the signed-in admin's look from now on; follows the system, other tabs and the session. */
export function followSettings(): void {
  // The module may have loaded before sign-in.
  identity = sessionStore.current()?.identity;
  take(read(identity));
  systemDark?.addEventListener("change", paint);
  onPaper?.addEventListener("change", paint);
  addEventListener("storage", (event) => {
    if (identity !== undefined && (event.key === keyOf(identity) || event.key === null)) take(read(identity));
  });
  onOtherAdmin((next) => {
    identity = next;
    removeItem(diagnosticsKey);
    settings.preview = {};
    take(read(identity));
  });
}

/** Previews a look until it is kept or dropped; `{}` drops it. */
export function previewLook(look: Look): void {
  settings.preview = look;
  paint();
}

/** Stores the settings on this device; every tab of the admin follows. */
export function keepSettings(next: Settings): void {
  if (identity !== undefined) writeItem(keyOf(identity), JSON.stringify(next));
  settings.preview = {};
  take(next);
}
