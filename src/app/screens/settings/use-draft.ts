import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useSnapshot } from "valtio";
import { isDark, keepSettings, onSystemLook, previewLook, settings, type Settings } from "../../state/settings.ts";

/** The form's values: stored settings plus unsaved changes. */
export interface Draft {
  readonly values: Readonly<Settings>;
  /** Whether the page is dark with the form's values. */
  readonly dark: boolean;
  readonly set: (change: Partial<Settings>) => void;
  /** Saves the form's values and returns them. */
  readonly keep: () => Readonly<Settings>;
  /** Reverts to the stored settings. */
  readonly drop: () => void;
}

/** Form state of the device's settings. The look is previewed immediately, and reverted when the form is dropped. */
export function useDraft(): Draft {
  const { kept } = useSnapshot(settings);
  const [changes, setChanges] = useState<Partial<Settings>>({});
  const values = { ...kept, ...changes };
  const dark = useSyncExternalStore(onSystemLook, () => isDark(values));
  useEffect(() => () => previewLook({}), []);
  // A second change, or saving, may precede the render of the first, so rendered state is stale.
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
