import { Search, SlidersHorizontal } from "lucide-react";
import { type ReactNode, Suspense, lazy, useState } from "react";
import { useTranslation } from "react-i18next";
import { css, cx } from "#styled/css";
import type { TransactionFilter } from "../../../contract/transactions.ts";
import { useFormat } from "../../format/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { controlLook } from "../../ui/field.tsx";
import { type FilterName, draftOf, filterNames, filterOf } from "./filter-params.ts";
import { valueWords } from "./filter-words.ts";

const FilterPanel = lazy(async () => ({ default: (await import("./filter-panel.tsx")).FilterPanel }));

const form = css({ display: "flex", flexDirection: "column", gap: "3" });
const bar = css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2" });
const atEnd = css({ marginInlineStart: "auto" });
const box = css({ position: "relative", flex: "1", minWidth: "48", maxWidth: "112" });
const glass = css({
  position: "absolute",
  insetStart: "2.5",
  top: "0",
  bottom: "0",
  display: "flex",
  alignItems: "center",
  color: "ink.muted",
  pointerEvents: "none",
});
/** The chips and the keyboard clear it; the browser's own cross would be the only one of its kind. */
const search = cx(controlLook, css({ paddingInlineStart: "8", "&::-webkit-search-cancel-button": { appearance: "none" } }));
const chips = css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2" });
const count = css({ color: "accent", fontVariantNumeric: "tabular-nums" });

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
    <form
      role="search"
      aria-label={t("filters.region")}
      className={form}
      onSubmit={(event) => {
        event.preventDefault();
        onApply(filterOf(draft));
      }}
    >
      <div className={bar}>
        <span className={box}>
          <span className={glass}>
            <Search size={16} aria-hidden />
          </span>
          <input
            type="search"
            enterKeyHint="search"
            aria-label={t("search.label")}
            placeholder={t("search.placeholder")}
            maxLength={200}
            className={search}
            value={draft.searchTerm}
            onChange={(event) => change("searchTerm", event.target.value)}
          />
        </span>
        <Button
          icon={<SlidersHorizontal size={16} aria-hidden />}
          aria-expanded={open}
          aria-controls={open ? "filter-panel" : undefined}
          onClick={() => setOpen(!open)}
        >
          {t("filters.toggle")}
          {active.length > 0 ? (
            <span className={count} aria-hidden="true">
              {active.length}
            </span>
          ) : null}
        </Button>
        {tools}
        <div className={atEnd}>{basis}</div>
      </div>
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
    </form>
  );
}
