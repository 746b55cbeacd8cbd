import { css } from "#styled/css";
import type { GiftCardRate } from "../../data/use-gift-cards.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { useMutationOff } from "../../parts/mutation-button.tsx";
import { History, Pencil, Trash2 } from "../../ui/more-icons.ts";
import { MoreMenu } from "../../ui/more-menu.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import { SortBy } from "../../ui/sort-by.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "../../ui/table.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { type ListView, type SortField, sortFields } from "./list-view.ts";
import { figureFields, isFigure } from "./rate-check.ts";
import { nameOfRate } from "./rate-words.ts";
import { Time } from "../../parts/time.tsx";

export type RowDeed = "edit" | "delete" | "history";

/** Beside its column's name it may not fit on one line. */
const strong = css({ fontWeight: "medium", whiteSpace: "nowrap", _tightLarge: { whiteSpace: "normal" } });
const plain = css({ whiteSpace: "nowrap" });
const quiet = css({ color: "ink.muted", whiteSpace: "nowrap" });
const time = css({ color: "ink.muted", textWrap: "balance" });

function RowMenu({ row, onDeed }: { row: GiftCardRate; onDeed: (deed: RowDeed, row: GiftCardRate) => void }) {
  const { t } = useTranslation("giftCards");
  const off = useMutationOff("canManageFees");
  return (
    <MoreMenu
      label={t("actionsFor", { what: nameOfRate(row) })}
      items={[
        { is: "action", key: "edit", label: t("edit"), off, icon: <Pencil size={16} aria-hidden />, onSelect: () => onDeed("edit", row) },
        {
          is: "action",
          key: "history",
          label: t("history"),
          icon: <History size={16} aria-hidden />,
          onSelect: () => onDeed("history", row),
        },
        {
          is: "action",
          key: "delete",
          label: t("delete"),
          tone: "danger",
          off,
          icon: <Trash2 size={16} aria-hidden />,
          onSelect: () => onDeed("delete", row),
        },
      ]}
    />
  );
}

function Row({ row, onDeed }: { row: GiftCardRate; onDeed: (deed: RowDeed, row: GiftCardRate) => void }) {
  const { t } = useTranslation("giftCards");
  const format = useFormat();
  return (
    <Tr>
      <Td label={t("columns.cardType")} className={strong} title={row.vanillaType || undefined}>
        {row.cardType ?? "—"}
        {row.vanillaType ? <span className={quiet}> {row.vanillaType}</span> : null}
      </Td>
      <Td label={t("columns.country")} className={plain}>
        {row.country ?? "—"}
      </Td>
      {figureFields.map((field) => (
        <Td key={field} label={t(`columns.${field}`)} align="end" kind="figure">
          {row[field] === undefined || row[field] === null ? "—" : format.amount(row[field])}
        </Td>
      ))}
      <Td label={t("columns.lastUpdated")} className={time}>
        {row.lastUpdated ? <Time at={Date.parse(row.lastUpdated)} /> : "—"}
      </Td>
      <Td label={t("columns.updatedBy")} className={plain}>
        {row.updatedBy ?? "—"}
      </Td>
      <Td label={t("columns.isActive")}>
        {row.isActive === undefined ? (
          "—"
        ) : (
          <StatusMark kind={row.isActive ? "done" : "other"}>{row.isActive ? t("active") : t("inactive")}</StatusMark>
        )}
      </Td>
      <Td kind="actions">
        <RowMenu row={row} onDeed={onDeed} />
      </Td>
    </Tr>
  );
}

interface RateTableProps {
  rows: readonly GiftCardRate[];
  view: ListView;
  onSort: (sort: SortField, descending: boolean) => void;
  onDeed: (deed: RowDeed, row: GiftCardRate) => void;
}

/** One page of the table (GIFT-1). */
export function RateTable({ rows, view, onSort, onDeed }: RateTableProps) {
  const { t } = useTranslation("giftCards");
  const sort = (field: SortField) => onSort(field, view.sort === field && !view.descending);
  const direction = view.descending ? "descending" : "ascending";
  const sorting = (
    <SortBy
      columns={sortFields.map((field) => ({ field, label: t(`columns.${field}`) }))}
      sorted={view.sort && { field: view.sort, direction }}
      onSort={sort}
    />
  );
  return (
    <Table label={t("toolbar.label")} size="large" sorting={sorting}>
      <TableHead>
        {sortFields.map((field) => (
          <Th
            key={field}
            align={isFigure(field) ? "end" : "start"}
            sort={view.sort === field ? direction : "none"}
            onSort={() => sort(field)}
          >
            {t(`columns.${field}`)}
          </Th>
        ))}
        <Th>
          <VisuallyHidden>{t("columns.actions")}</VisuallyHidden>
        </Th>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <Row key={row.id} row={row} onDeed={onDeed} />
        ))}
      </TableBody>
    </Table>
  );
}
