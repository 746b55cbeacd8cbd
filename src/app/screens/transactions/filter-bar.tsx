import { type ReactNode, useRef, useState } from "react";
import { css } from "#styled/css";
import { plainText } from "../../../contract/text.ts";
import type { TransactionQuery } from "../../../db/transactions/transaction-query.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { useTranslation } from "../../words/use-translation.ts";
import { FilterForm, FilterToggle } from "../../lists/filter-form.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import { draftOf, filterOf, inBox, transactionFilters } from "./filter-params.ts";
import { useTypedQuery } from "./use-typed-query.ts";

const FilterParts = lazyPart(async () => (await import("./filter-parts.tsx")).FilterParts, {
  words: ["activity", "rates"],
  until: () => <div className={chipsPlace} />,
});

const atEnd = css({ marginInlineStart: "auto" });
const chipsPlace = css({ minHeight: "7" });

interface FilterBarProps {
  filter: TransactionQuery;
  onApply: (filter: TransactionQuery) => void;
  /** Further actions on the list. */
  tools: ReactNode;
  /** At the bar's end: source and age of the matches. */
  basis: ReactNode;
}

/** Search box, filter panel and active chips (DASH-2, DASH-7). */
export function FilterBar({ filter, onApply, tools, basis }: FilterBarProps) {
  const { t } = useTranslation(["transactions", "common"]);
  const [open, setOpen] = useState(false);
  const applied = draftOf(filter);
  const [draft, setDraft] = useDraft({ ...applied, searchTerm: inBox(filter.searchTerm) });
  const apply = (next: TransactionQuery) => {
    setDraft({ ...draftOf(next), searchTerm: inBox(next.searchTerm) });
    onApply(next);
  };
  const box = useRef<HTMLInputElement>(null);
  const { notice, submit } = useTypedQuery(draft, box, apply);
  const active = transactionFilters.activeIn(applied);

  return (
    <FilterForm
      label={t("common:filters.toggle")}
      onSubmit={() => {
        // A mistake's position refers to the cleaned text.
        const read = plainText(draft.searchTerm);
        if (read !== draft.searchTerm) setDraft({ ...draft, searchTerm: read });
        submit(read);
      }}
      tools={
        <>
          <SearchBox
            label={t("search.label")}
            placeholder={t("search.placeholder")}
            value={draft.searchTerm}
            ref={box}
            aria-invalid={notice ? true : undefined}
            aria-describedby={notice ? "query-mistake" : undefined}
            onText={(typed) => setDraft({ ...draft, searchTerm: typed })}
          />
          <FilterToggle open={open} panel="filter-panel" active={active.length} onToggle={() => setOpen(!open)}>
            {t("common:filters.toggle")}
          </FilterToggle>
          {tools}
          <div className={atEnd}>{basis}</div>
        </>
      }
    >
      {notice}
      {open || active.length > 0 ? (
        <FilterParts
          draft={open ? draft : undefined}
          applied={applied}
          onChange={(name, text) => setDraft({ ...draft, [name]: text })}
          onRemove={(name) => onApply(filterOf({ ...applied, [name]: "" }))}
          onClear={() => apply({})}
        />
      ) : null}
    </FilterForm>
  );
}
