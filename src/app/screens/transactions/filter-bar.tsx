import { type ReactNode, Suspense, lazy, useState } from "react";
import { useTranslation } from "react-i18next";
import { css } from "#styled/css";
import type { TransactionFilter } from "../../../contract/transactions.ts";
import { useFormat } from "../../format/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { FilterForm, FilterToggle } from "../../ui/filter-form.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { type FilterName, draftOf, filterNames, filterOf } from "./filter-params.ts";
import { valueWords } from "./filter-words.ts";

const FilterPanel = lazy(async () => ({ default: (await import("./filter-panel.tsx")).FilterPanel }));

const atEnd = css({ marginInlineStart: "auto" });
const chips = css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2" });

interface FilterBarProps {
  filter: TransactionFilter;
  /** Stands for the filter, whose identity may change without it. */
  filterKey: string;
  onApply: (filter: TransactionFilter) => void;
  /** What else can be done with the list. */
  tools: ReactNode;
  /** What stands at the bar's end: whose matches these are, and as of when. */
  basis: ReactNode;
}

/** The search box, the filter panel and the chips of what is active (DASH-2, DASH-7). */
export function FilterBar({ filter, filterKey, onApply, tools, basis }: FilterBarProps) {
  const { t } = useTranslation(["transactions", "common"]);
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState(() => draftOf(filter));
  const [draftedFor, setDraftedFor] = useState(filterKey);
  // What is applied changed elsewhere, as by a chip or the browser's back button: the fields follow it.
  if (draftedFor !== filterKey) {
    setDraftedFor(filterKey);
    setDraft(draftOf(filter));
  }
  const change = (name: FilterName, value: string) => setDraft({ ...draft, [name]: value });
  const clear = () => {
    setDraft(draftOf({}));
    onApply({});
  };
  const active = filterNames.filter((name) => filter[name] !== undefined);

  return (
    <FilterForm
      label={t("filters.region")}
      onSubmit={() => onApply(filterOf(draft))}
      tools={
        <>
          <SearchBox
            label={t("search.label")}
            placeholder={t("search.placeholder")}
            value={draft.searchTerm}
            onText={(text) => change("searchTerm", text)}
          />
          <FilterToggle open={open} panel="filter-panel" active={active.length} onToggle={() => setOpen(!open)}>
            {t("filters.toggle")}
          </FilterToggle>
          {tools}
          <div className={atEnd}>{basis}</div>
        </>
      }
    >
      {open ? (
        <Suspense fallback={null}>
          <FilterPanel draft={draft} onChange={change} onClear={clear} />
        </Suspense>
      ) : null}
      {active.length > 0 ? (
        <div className={chips} role="group" aria-label={t("filters.active")}>
          {active.map((name) => (
            <Chip
              key={name}
              label={t(`filters.${name}`)}
              value={valueWords(t, format, name, String(filter[name]))}
              onRemove={() => onApply(filterOf({ ...draftOf(filter), [name]: "" }))}
            />
          ))}
          {open ? null : (
            <Button kind="quiet" size="small" onClick={clear}>
              {t("filters.clear")}
            </Button>
          )}
        </div>
      ) : null}
    </FilterForm>
  );
}
