import { useTranslation } from "../../words/use-translation.ts";
import { FilterChips, FilterPanel } from "../../lists/controls.tsx";
import { filterControls } from "./filter-controls.ts";
import { type FilterDraft, type FilterName, transactionFilters } from "./filter-params.ts";

interface FilterPartsProps {
  /** Text of the open panel's fields; undefined while closed. */
  draft: FilterDraft | undefined;
  applied: FilterDraft;
  onChange: (name: FilterName, text: string) => void;
  onRemove: (name: FilterName) => void;
  onClear: () => void;
}

/** The open panel and the active chips (DASH-7); loaded when either is first needed. */
export function FilterParts({ draft, applied, onChange, onRemove, onClear }: FilterPartsProps) {
  const { t } = useTranslation(["activity", "transactions"]);
  const controls = filterControls(t);
  const active = transactionFilters.activeIn(applied);
  return (
    <>
      {draft ? (
        <FilterPanel
          id="filter-panel"
          names={transactionFilters.names}
          controls={controls}
          draft={draft}
          onChange={onChange}
          onClear={onClear}
        />
      ) : null}
      {active.length > 0 ? (
        <FilterChips active={active} controls={controls} applied={applied} onRemove={onRemove} onClear={draft ? undefined : onClear} />
      ) : null}
    </>
  );
}
