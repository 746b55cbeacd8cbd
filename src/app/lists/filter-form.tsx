import { type ReactNode } from "react";
import { css } from "#styled/css";
import { Button } from "../ui/button.tsx";
import { SlidersHorizontal } from "../ui/icons.tsx";

const form = css({ display: "flex", flexDirection: "column", gap: "3" });
const bar = css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2", _print: { display: "none" } });
const count = css({ color: "accent", fontVariantNumeric: "tabular-nums" });

interface FilterFormProps {
  label: string;
  onSubmit: () => void;
  /** The row with the search box and the buttons. */
  tools: ReactNode;
  /** The panel and the chips below it. */
  children: ReactNode;
}

/** The form above a list: its search, its filters and what is active of them; nothing is applied before it is submitted. */
export const FilterForm = ({ label, onSubmit, tools, children }: FilterFormProps) => (
  <form
    role="search"
    aria-label={label}
    className={form}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    <div className={bar}>{tools}</div>
    {children}
  </form>
);

interface FilterToggleProps {
  open: boolean;
  /** The panel's id. */
  panel: string;
  /** How many filters are active. */
  active: number;
  onToggle: () => void;
  children: ReactNode;
}

/** Opens and closes the panel of a `FilterForm`, and says how many filters are active. */
export const FilterToggle = ({ open, panel, active, onToggle, children }: FilterToggleProps) => (
  <Button
    icon={<SlidersHorizontal size={16} aria-hidden />}
    aria-expanded={open}
    aria-controls={open ? panel : undefined}
    onClick={onToggle}
  >
    {children}
    {active > 0 ? (
      <span className={count} aria-hidden="true">
        {active}
      </span>
    ) : null}
  </Button>
);
