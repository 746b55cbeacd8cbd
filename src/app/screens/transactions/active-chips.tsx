import type { TransactionQuery } from "../../../db/transaction-query.ts";
import { useDayWords } from "../../format/use-day-words.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { ActiveFilters } from "../../ui/active-filters.tsx";
import { draftOf, filterNames, filterOf } from "./filter-params.ts";
import { valueWords } from "./filter-words.ts";

interface ActiveChipsProps {
  filter: TransactionQuery;
  onApply: (filter: TransactionQuery) => void;
  /** Undefined where the open panel has its own button for it. */
  onClear: (() => void) | undefined;
}

/** What the list is filtered by, each removable by itself (DASH-7). Loaded when there is something. */
export function ActiveChips({ filter, onApply, onClear }: ActiveChipsProps) {
  const { t } = useTranslation(["transactions", "common"]);
  const format = useFormat();
  const dayWords = useDayWords();
  return (
    <ActiveFilters
      label={t("filters.active")}
      names={filterNames.filter((name) => filter[name] !== undefined)}
      wordsOf={(name) => ({ label: t(`filters.${name}`), value: valueWords(t, format, dayWords, name, String(filter[name])) })}
      onRemove={(name) => onApply(filterOf({ ...draftOf(filter), [name]: "" }))}
      clear={t("filters.clear")}
      onClear={onClear}
    />
  );
}
