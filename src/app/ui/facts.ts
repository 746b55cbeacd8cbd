import { css } from "#styled/css";

/** Names and values below each other. */
export const factsLook = css({
  display: "grid",
  gridTemplateColumns: "[max-content 1fr]",
  columnGap: "6",
  rowGap: "1.5",
  px: "5",
  py: "4",
  smDown: { px: "4" },
  borderTopWidth: "1px",
  borderColor: "line",
  textStyle: "md",
  "& dt": { color: "ink.muted" },
  "& dd": { overflowWrap: "anywhere", fontVariantNumeric: "tabular-nums lining-nums" },
});

/** Values at the end of the line, as amounts are. */
export const atEnd = css({ "& dd": { textAlign: "end" } });
