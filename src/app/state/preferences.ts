import { proxy, useSnapshot } from "valtio";

/** How the app shows itself on this device. `timeZone` and `locale` decide every shown time and figure. */
export interface Preferences {
  locale: string;
  timeZone: string;
}

export const preferences = proxy<Preferences>({
  locale: "en-US",
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

export const usePreferences = (): Readonly<Preferences> => useSnapshot(preferences);
