import { useRef } from "react";
import { css } from "#styled/css";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";

const chips = css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2" });

interface ActiveFiltersProps<N extends string> {
  label: string;
  /** Names of the active filters. */
  names: readonly N[];
  /** A filter's label and value. */
  wordsOf: (name: N) => { readonly label: string; readonly value: string };
  onRemove: (name: N) => void;
  clear: string;
  /** Undefined if the open panel has its own clear button. */
  onClear: (() => void) | undefined;
}

/** After a chip is removed, focus the next chip, else the filter toggle. */
function goOn(group: HTMLElement | null, at: number): void {
  const form = group?.closest("form");
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    const left = [...(group?.isConnected ? group.querySelectorAll("button") : [])];
    (left[Math.min(at, left.length - 1)] ?? form?.querySelector<HTMLElement>("button[aria-expanded]"))?.focus();
  });
}

/** The active filters as removable chips. */
export function ActiveFilters<N extends string>({ label, names, wordsOf, onRemove, clear, onClear }: ActiveFiltersProps<N>) {
  const group = useRef<HTMLDivElement>(null);
  const remove = (name: N, at: number) => {
    const { current } = group;
    onRemove(name);
    goOn(current, at);
  };
  const removeAll = () => {
    const { current } = group;
    onClear?.();
    goOn(current, 0);
  };
  return (
    <div ref={group} className={chips} role="group" aria-label={label}>
      {names.map((name, at) => (
        <Chip key={name} {...wordsOf(name)} onRemove={() => remove(name, at)} />
      ))}
      {onClear ? (
        <Button kind="quiet" size="small" onClick={removeAll}>
          {clear}
        </Button>
      ) : null}
    </div>
  );
}
