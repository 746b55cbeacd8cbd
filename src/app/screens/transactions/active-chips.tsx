import { useTranslation } from "react-i18next";
import { css } from "#styled/css";
import type { TransactionQuery } from "../../../db/transaction-query.ts";
import { useFormat } from "../../format/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { draftOf, filterNames, filterOf } from "./filter-params.ts";
import { valueWords } from "./filter-words.ts";

const chips = css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2" });

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
  return (
    <div className={chips} role="group" aria-label={t("filters.active")}>
      {filterNames
        .filter((name) => filter[name] !== undefined)
        .map((name) => (
          <Chip
            key={name}
            label={t(`filters.${name}`)}
            value={valueWords(t, format, name, String(filter[name]))}
            onRemove={() => onApply(filterOf({ ...draftOf(filter), [name]: "" }))}
          />
        ))}
      {onClear ? (
        <Button kind="quiet" size="small" onClick={onClear}>
          {t("filters.clear")}
        </Button>
      ) : null}
    </div>
  );
}
