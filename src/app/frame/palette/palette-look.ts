import { sva } from "#styled/css";

const slots = sva({
  slots: ["veil", "place", "frame", "title", "head", "input"],
  base: {
    veil: { position: "fixed", inset: "0", zIndex: "dialog", bg: "veil" },
    place: {
      position: "fixed",
      inset: "0",
      zIndex: "dialog",
      display: "flex",
      alignItems: "flex-start",
      justifyContent: "center",
      px: "4",
      py: "[min(12dvh, 8rem)]",
      smDown: { px: "2", py: "[max(0.5rem, env(safe-area-inset-top))]" },
    },
    frame: {
      display: "flex",
      flexDirection: "column",
      width: "full",
      maxWidth: "160",
      maxHeight: "[min(36rem, 80dvh)]",
      bg: "raised",
      borderRadius: "panel",
      boxShadow: "raised",
      overflow: "hidden",
      animation: "rise {durations.fast} {easings.out}",
      outline: "none",
      _forcedColors: { border: "1px solid" },
    },
    head: {
      display: "flex",
      alignItems: "center",
      gap: "2.5",
      px: "4",
      minHeight: "13",
      borderBottomWidth: "1px",
      borderColor: "line",
      color: "ink.muted",
      flexShrink: "0",
    },
    title: { srOnly: true },
    input: {
      flex: "1",
      minWidth: "0",
      minHeight: "13",
      bg: "transparent",
      color: "ink",
      textStyle: "lg",
      outline: "none!",
      _forcedColors: { outline: "2px solid Highlight!", outlineOffset: "-6px" },
      _placeholder: { color: "ink.muted" },
    },
  },
});

/** Styles of the palette's frame and field, shown from the key press on, while the rest loads. */
export const paletteLook = slots();
