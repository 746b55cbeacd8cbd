import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useSnapshot } from "valtio";
import { isDark, keepSettings, onSystemLook, previewLook, settings, type Settings } from "../../state/settings.ts";

/** What the form holds: what is kept on the device, with what has been changed since. */
export interface Draft {
  readonly values: Readonly<Settings>;
  /** Whether the page is dark as the form stands. */
  readonly dark: boolean;
  readonly set: (change: Partial<Settings>) => void;
  /** Keeps what the form holds; resolves to it. */
  readonly keep: () => Readonly<Settings>;
  /** Back to what is kept. */
  readonly drop: () => void;
}

/** The form of the device's settings. The look is tried out at once, and dropped with the form. */
export function useDraft(): Draft {
  const { kept } = useSnapshot(settings);
  const [changes, setChanges] = useState<Partial<Settings>>({});
  const values = { ...kept, ...changes };
  const dark = useSyncExternalStore(onSystemLook, () => isDark(values));
  useEffect(() => () => previewLook({}), []);
  // A second change, or the saving, may come before the first one is drawn: what is drawn is no ground to build on.
  const latest = useRef<Partial<Settings>>(changes);
  const change = (next: Partial<Settings>) => {
    latest.current = next;
    setChanges(next);
    const { darkMode, compactView } = next;
    previewLook({ ...(darkMode === undefined ? {} : { darkMode }), ...(compactView === undefined ? {} : { compactView }) });
  };
  return {
    values,
    dark,
    set: (more) => change({ ...latest.current, ...more }),
    keep: () => {
      const next = { ...settings.kept, ...latest.current };
      keepSettings(next);
      latest.current = {};
      setChanges({});
      return next;
    },
    drop: () => change({}),
  };
}
