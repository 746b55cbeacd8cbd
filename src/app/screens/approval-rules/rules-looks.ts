import { css } from "#styled/css";

/** Layout of the rules, to read and to edit. */
export const rulesLooks = {
  columns: css({
    display: "grid",
    gap: "5",
    alignItems: "start",
    gridTemplateColumns: "[minmax(0, 1.25fr) minmax(0, 1fr)]",
    lgDown: { gridTemplateColumns: "[minmax(0, 1fr)]" },
  }),
  stack: css({ display: "flex", flexDirection: "column", gap: "5", minWidth: "0" }),
  bar: css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2" }),
} as const;
