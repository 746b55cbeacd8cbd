import type { ReactNode } from "react";
import { css } from "#styled/css";
import { Button } from "../ui/button.tsx";

const panel = css({ p: "4", borderWidth: "1px", borderColor: "line", borderRadius: "panel", bg: "surface", _print: { display: "none" } });
const grid = css({ display: "grid", gap: "4", gridTemplateColumns: "[repeat(auto-fill, minmax(min(11rem, 100%), 1fr))]" });
const foot = css({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "flex-end",
  gap: "2",
  marginTop: "4",
  "& > button": { smDown: { flex: "1" } },
});
const aside = css({ flex: "1", minWidth: "40", textStyle: "xs", color: "ink.muted", smDown: { flexBasis: "full" } });

interface FilterFieldsProps {
  /** Id referenced by a `FilterToggle`. */
  id: string;
  /** Time zone of the days. */
  zone: string;
  clear: string;
  apply: string;
  onClear: () => void;
  children: ReactNode;
}

/** Panel of a `FilterForm`: its fields and the apply and clear buttons. */
export const FilterFields = ({ id, zone, clear, apply, onClear, children }: FilterFieldsProps) => (
  <div className={panel} id={id}>
    <div className={grid}>{children}</div>
    <div className={foot}>
      <p className={aside}>{zone}</p>
      <Button onClick={onClear}>{clear}</Button>
      <Button kind="primary" type="submit">
        {apply}
      </Button>
    </div>
  </div>
);
