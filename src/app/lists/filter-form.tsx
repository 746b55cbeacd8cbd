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
  /** Row with the search box and the buttons. */
  tools: ReactNode;
  /** The panel, and the chips below it. */
  children: ReactNode;
}

/** Form above a list: search, filters and active chips; applied on submit only. */
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
  /** Id of the panel. */
  panel: string;
  /** Number of active filters. */
  active: number;
  onToggle: () => void;
  children: ReactNode;
}

/** Toggles the panel of a `FilterForm`; shows the number of active filters. */
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
