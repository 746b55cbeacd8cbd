import { proxy, useSnapshot } from "valtio";
import { digest } from "../../db/store/digest.ts";
import { sessionStore } from "../../sync/state/session-store.ts";
import { readItem, removeItem, writeItem } from "../../sync/state/storage.ts";
import { keepLanguage, lastLanguage } from "./last-language.ts";
import { type Language, languages } from "./languages.ts";

/** The documents' zones; EST and PST have daylight saving (settled reading of SET-1). */
const documentsZones: Readonly<Record<string, string>> = { EST: "America/New_York", PST: "America/Los_Angeles" };

/** The choice of whatever zone the device is in. */
export const deviceZone = "device";

/** The IANA name of a chosen zone: one of the documents' names, `deviceZone`, or an IANA name itself (FIND-9). */
export const zoneOf = (choice: string): string =>
  choice === deviceZone ? new Intl.DateTimeFormat().resolvedOptions().timeZone : (documentsZones[choice] ?? choice);

/** What a chosen zone is called for short: "New York". */
export const cityOf = (choice: string): string => zoneOf(choice).replace(/.*\//, "").replace("_", " ");

/** A stored zone; one that this browser doesn't know counts as `otherwise`. */
function zoneIn(stored: unknown, otherwise: string): string {
  if (typeof stored !== "string" || !stored) return otherwise;
  try {
    // A start makes no format for those that most have chosen.
    if (!/^(UTC|[EP]ST|Africa.Lagos)$/.test(stored)) new Intl.DateTimeFormat("en", { timeZone: zoneOf(stored) }).format(0);
    return stored;
  } catch {
    return otherwise;
  }
}

/** Without input for so long the app locks, in minutes; 0: never. */
export const lockChoices = [5, 15, 30, 60, 0] as const;
export type LockAfter = (typeof lockChoices)[number];
const usualLock: LockAfter = 15;

/** What an admin has chosen on this device. */
export interface Settings {
  /** Undefined: as the system has it. */
  darkMode: boolean | undefined;
  compactView: boolean;
  pushNotifications: boolean;
  automaticUpdates: boolean;
  dataCollection: boolean;
  /** Whether a letter by itself is a shortcut. */
  singleKeys: boolean;
  lockAfter: LockAfter;
  language: Language;
  /** As `zoneOf` reads it. */
  timeZone: string;
  /** A zone whose times stand beside the first's; empty: none. */
  secondZone: string;
  /** Lists show when something was instead of how long ago. */
  absoluteTimes: boolean;
}
export type Look = Partial<Pick<Settings, "darkMode" | "compactView">>;

/** Settings out of what was stored; a field that makes no sense counts as not chosen. */
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
 * Kept past a sign-out, for the same admin's next one. The key tells admins apart by a digest of the identity that
 * also names their cache, so that it holds no name; the record holds choices alone (docs/settings.md).
 */
const keyOf = (identity: string): string => `counterfoil.settings.${digest(identity)}`;

/** Copies for public/theme.js, which paints before it could know the admin; they go with the session. */
const copyKeys = { theme: "counterfoil.theme", density: "counterfoil.density", lockAfter: "counterfoil.lock-after" } as const;

function read(identity: string | undefined): Settings {
  if (identity === undefined) return settingsOf({ language: lastLanguage() });
  try {
    const stored: unknown = JSON.parse(readItem(keyOf(identity)) ?? "{}");
    return settingsOf({ ...(stored as object) });
  } catch {
    return settingsOf({});
  }
}

/** `preview`: what the settings screen is trying out, on top of what is kept. */
export const settings = proxy<{ kept: Settings; preview: Look }>({ kept: read(sessionStore.current()?.identity), preview: {} });

export const useSettings = (): Readonly<Settings> => useSnapshot(settings).kept;

/** The IANA name of the zone whose times are shown, and whose days the filters count. */
export const useTimeZone = (): string => zoneOf(useSettings().timeZone);

const systemDark = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
const onPaper = globalThis.matchMedia?.("print");

/** Whether the page is dark now: as chosen, else as the system. */
export const isDark = ({ darkMode }: Look): boolean => darkMode ?? systemDark?.matches ?? false;

/** Calls back when the system turns dark or light; returns what ends that. */
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
  // Paper is light.
  const dark = isDark({ darkMode }) && !onPaper?.matches;
  root.dataset["theme"] = dark ? "dark" : "light";
  if (compactView === true) root.dataset["density"] = "compact";
  else delete root.dataset["density"];
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", dark ? "#0d1117" : "#fbfaf7");
}

/** What the next page starts with is what is kept, never what is only being tried out. */
function copyForStart(): void {
  const { darkMode, compactView, lockAfter } = settings.kept;
  setOrRemove(copyKeys.theme, darkMode === undefined ? undefined : darkMode ? "dark" : "light");
  setOrRemove(copyKeys.density, compactView ? "compact" : undefined);
  setOrRemove(copyKeys.lockAfter, lockAfter === usualLock ? undefined : String(lockAfter));
}

/** The diagnostics log; it goes when data collection is off, and with the session. */
export const diagnosticsKey = "counterfoil.diagnostics";

let identity = sessionStore.current()?.identity;

function take(kept: Settings): void {
  settings.kept = kept;
  if (!kept.dataCollection) removeItem(diagnosticsKey);
  keepLanguage(kept.language);
  copyForStart();
  paint();
}

/** Shows the look of whoever is signed in from now on, and follows the system, the other tabs and the session. */
export function followSettings(): void {
  // The module may have been read before the sign-in.
  identity = sessionStore.current()?.identity;
  take(read(identity));
  systemDark?.addEventListener("change", paint);
  onPaper?.addEventListener("change", paint);
  addEventListener("storage", (event) => {
    if (identity !== undefined && (event.key === keyOf(identity) || event.key === null)) take(read(identity));
  });
  sessionStore.subscribe(() => {
    const next = sessionStore.current()?.identity;
    if (next === identity) return;
    identity = next;
    removeItem(diagnosticsKey);
    settings.preview = {};
    take(read(identity));
  });
}

/** Tries a look out until it is kept or dropped; `{}` drops it. */
export function previewLook(look: Look): void {
  settings.preview = look;
  paint();
}

/** Keeps what was chosen on this device; every tab of the admin follows. */
export function keepSettings(next: Settings): void {
  if (identity !== undefined) writeItem(keyOf(identity), JSON.stringify(next));
  settings.preview = {};
  take(next);
}
