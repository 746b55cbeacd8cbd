import { css } from "#styled/css";

/** Looks of tabs, whether they switch panels or are links. Each says for itself which one is chosen. */
export const tabLooks = {
  list: css({ display: "flex", gap: "5", borderBottomWidth: "1px", borderColor: "line", overflowX: "auto", scrollbarWidth: "none" }),
  tab: css({
    py: "2.5",
    marginBottom: "-1px",
    borderBottomWidth: "2px",
    borderColor: "transparent",
    textStyle: "md",
    fontWeight: "medium",
    whiteSpace: "nowrap",
    color: "ink.muted",
    _hover: { color: "ink" },
    _focusVisible: { outlineOffset: "-2px" },
    flexShrink: "0",
    _touch: { minHeight: "control", minWidth: "control", textAlign: "center" },
    // Forced colours would draw the transparent border.
    _forcedColors: { borderColor: "Canvas" },
  }),
} as const;
