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
  words: ["rates"],
  until: () => <div className={chipsPlace} />,
});

const atEnd = css({ marginInlineStart: "auto" });
const chipsPlace = css({ minHeight: "7" });

interface FilterBarProps {
  filter: TransactionQuery;
  /** Identifies the filter, whose object identity may change. */
  filterKey: string;
  onApply: (filter: TransactionQuery) => void;
  /** Further actions on the list. */
  tools: ReactNode;
  /** At the bar's end: source and age of the matches. */
  basis: ReactNode;
}

/** Search box, filter panel and active chips (DASH-2, DASH-7). */
export function FilterBar({ filter, filterKey, onApply, tools, basis }: FilterBarProps) {
  const { t } = useTranslation(["transactions", "common"]);
  const [open, setOpen] = useState(false);
  const applied = draftOf(filter);
  const [fields, setFields] = useDraft(applied, filterKey);
  // Typed text stays when only another filter changes.
  const [{ text }, setText] = useDraft({ text: inBox(filter.searchTerm) }, filter.searchTerm ?? "");
  const draft = { ...fields, searchTerm: text };
  const apply = (next: TransactionQuery) => {
    setFields(draftOf(next));
    setText({ text: inBox(next.searchTerm) });
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
        const read = plainText(text);
        if (read !== text) setText({ text: read });
        submit(read);
      }}
      tools={
        <>
          <SearchBox
            label={t("search.label")}
            placeholder={t("search.placeholder")}
            value={text}
            ref={box}
            aria-invalid={notice ? true : undefined}
            aria-describedby={notice ? "query-mistake" : undefined}
            onText={(typed) => setText({ text: typed })}
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
          onChange={(name, text) => setFields({ ...fields, [name]: text })}
          onRemove={(name) => onApply(filterOf({ ...applied, [name]: "" }))}
          onClear={() => apply({})}
        />
      ) : null}
    </FilterForm>
  );
}
