import { useId } from "react";
import { css } from "#styled/css";
import { useTranslation } from "../words/use-translation.ts";
import { IconButton } from "./icon-button.tsx";
import { ArrowDownWideNarrow, ArrowUpNarrowWide } from "./more-icons.ts";
import { Select } from "./select-field.tsx";
import type { SortDirection } from "./table.tsx";

const bar = css({
  display: "flex",
  alignItems: "center",
  gap: "2",
  px: "4",
  py: "2",
  borderBottomWidth: "1px",
  borderColor: "line",
  // In little room the choice gives way, not the button after it.
  "& > span": { flex: "[0 1 12rem]", minWidth: "0" },
  _print: { display: "none" },
});
const name = css({ flexShrink: "0", textStyle: "sm", color: "ink.muted" });

export interface SortByProps<Field extends string> {
  columns: readonly { field: Field; label: string }[];
  /** Undefined: unsorted. */
  sorted: { field: Field; direction: SortDirection } | undefined;
  /** Like a click on the column's header: sorts by it, or reverses the order. */
  onSort: (field: Field) => void;
}

/** Sort control for the layout without column headers (`sorting` of a `Table`): sort column and direction. */
export function SortBy<Field extends string>({ columns, sorted, onSort }: SortByProps<Field>) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={bar}>
      <label htmlFor={id} className={name}>
        {t("sortBy")}
      </label>
      <Select
        id={id}
        value={sorted?.field ?? ""}
        options={[
          ...(sorted ? [] : [{ value: "", label: t("sortNone") }]),
          ...columns.map(({ field, label }) => ({ value: field, label })),
        ]}
        onChange={(event) => {
          const column = columns.find(({ field }) => field === event.target.value);
          if (column) onSort(column.field);
        }}
      />
      {sorted ? (
        <IconButton
          label={sorted.direction === "ascending" ? t("sortedAscending") : t("sortedDescending")}
          icon={
            sorted.direction === "ascending" ? <ArrowUpNarrowWide size={16} aria-hidden /> : <ArrowDownWideNarrow size={16} aria-hidden />
          }
          onClick={() => onSort(sorted.field)}
        />
      ) : null}
    </div>
  );
}
