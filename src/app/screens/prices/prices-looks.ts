import { css } from "#styled/css";

/** Layout of a price tab: a form beside what it is about. */
export const pricesLooks = {
  pair: css({
    display: "grid",
    gap: "4",
    gridTemplateColumns: "[minmax(0, 1fr) minmax(0, 1fr)]",
    alignItems: "start",
    lgDown: { gridTemplateColumns: "1fr" },
  }),
  form: css({ display: "flex", flexDirection: "column", gap: "4", "& button": { alignSelf: "flex-start" } }),
} as const;
