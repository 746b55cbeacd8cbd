import { css } from "#styled/css";
import { Button } from "./button.tsx";
import { Chip } from "./chip.tsx";

const chips = css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2" });

interface ActiveFiltersProps<N extends string> {
  label: string;
  /** The names of those that are on. */
  names: readonly N[];
  /** What a filter filters, and by what. */
  wordsOf: (name: N) => { readonly label: string; readonly value: string };
  onRemove: (name: N) => void;
  clear: string;
  /** Undefined where the open panel has its own button for it. */
  onClear: (() => void) | undefined;
}

/** What a list is filtered by, each removable by itself. */
export const ActiveFilters = <N extends string>({ label, names, wordsOf, onRemove, clear, onClear }: ActiveFiltersProps<N>) => (
  <div className={chips} role="group" aria-label={label}>
    {names.map((name) => (
      <Chip key={name} {...wordsOf(name)} onRemove={() => onRemove(name)} />
    ))}
    {onClear ? (
      <Button kind="quiet" size="small" onClick={onClear}>
        {clear}
      </Button>
    ) : null}
  </div>
);
