import { type ReactNode, useState } from "react";
import { SearchBox } from "../ui/search-box.tsx";
import { useDraft } from "../ui/use-draft.ts";
import { type Controls, FilterChips, FilterPanel } from "./controls.tsx";
import { FilterForm, FilterToggle } from "./filter-form.tsx";
import type { Draft, Filters } from "./filters.ts";

interface ListBarProps<Name extends string> {
  /** Id of the panel. */
  id: string;
  filters: Filters<Name>;
  controls: Controls<Name>;
  applied: Draft<Name>;
  onApply: (draft: Draft<Name>) => void;
  /** Accessible name of the form. */
  label: string;
  /** Label of the panel toggle. */
  toggle: string;
  /** Search box, if the list has one: the filter it sets, and its labels. */
  search?: { readonly name: Name; readonly label: string; readonly placeholder: string; readonly submit?: ReactNode };
  /** Extra content of the bar. */
  children?: ReactNode;
}

/** Bar of a list: search box, filter panel and active chips. */
export function ListBar<Name extends string>({
  id,
  filters,
  controls,
  applied,
  onApply,
  label,
  toggle,
  search,
  children,
}: ListBarProps<Name>) {
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useDraft(applied);
  const clear = () => {
    setDraft(filters.empty);
    onApply(filters.empty);
  };
  const active = filters.activeIn(applied);
  return (
    <FilterForm
      label={label}
      onSubmit={() => onApply(draft)}
      tools={
        <>
          {search ? (
            <SearchBox
              label={search.label}
              placeholder={search.placeholder}
              value={draft[search.name]}
              onText={(typed) => setDraft({ ...draft, [search.name]: typed })}
            />
          ) : null}
          {search?.submit}
          <FilterToggle open={open} panel={id} active={active.length} onToggle={() => setOpen(!open)}>
            {toggle}
          </FilterToggle>
          {children}
        </>
      }
    >
      {open ? (
        <FilterPanel
          id={id}
          names={filters.names}
          controls={controls}
          draft={draft}
          onChange={(name, typed) => setDraft({ ...draft, [name]: typed })}
          onClear={clear}
        />
      ) : null}
      {active.length > 0 ? (
        <FilterChips
          active={active}
          controls={controls}
          applied={applied}
          onRemove={(name) => onApply({ ...applied, [name]: "" })}
          onClear={open ? undefined : clear}
        />
      ) : null}
    </FilterForm>
  );
}
