/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-noninteractive-element-interactions -- `display` on narrow screens takes the implied roles away; rows are walked by the arrow keys. */
import { type ReactNode, type RefObject, useMemo, useRef, useState } from "react";
import { cx } from "#styled/css";
import { ColumnBorders } from "../../lists/columns/column-borders.tsx";
import { useColumnChoice } from "../../lists/columns/use-column-choice.ts";
import { hasWidths, shownOf, widthOf } from "../../lists/columns/column-choice.ts";
import type { ColumnChoice } from "../../data/use-kept-columns.ts";
import type { CachedUser } from "../../data/use-users.ts";
import { useLastActivity } from "../../data/use-users-activity.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { SortBy } from "../../ui/sort-by.tsx";
import { Th } from "../../ui/table.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { UserRow } from "./user-row.tsx";
import type { UserBoxes } from "./selection/user-selection.tsx";
import { type UserColumn, userColumns } from "./user-columns.ts";
import { actionsHead, headRow, sharedWidths, usersBody, usersFrame, usersHead, usersSorting, usersTable } from "./users-grid.ts";
import { type UserSort, userSortOf, type UsersView } from "./users-params.ts";
import { useRowKeys } from "./use-row-keys.ts";

/** The table's columns, including a border being moved. */
function useUserColumns(kept: ColumnChoice | undefined) {
  const { choice, show, keep } = useColumnChoice("users", kept);
  // Re-render rows only for another order, not while a border moves.
  const shown = shownOf(userColumns, choice).join(" ");
  const order = useMemo(() => shown.split(" ").flatMap((name) => userColumns.find((known) => known.name === name)?.name ?? []), [shown]);
  return { order, choice, onMove: (moved: ColumnChoice | undefined, isOver: boolean): void => (isOver ? keep(moved) : show(moved)) };
}

function shareOf(name: UserColumn, choice: ColumnChoice | undefined): number {
  const column = userColumns.find((one) => one.name === name);
  return column && choice ? widthOf(column, choice) : 0;
}

interface UsersTableProps {
  rows: readonly CachedUser[];
  /** The admin's column choice. */
  kept: ColumnChoice | undefined;
  sort: UsersView["sort"];
  /** 0-based index of the first row in the whole list, and the number of rows. */
  first: number;
  total: number;
  body: RefObject<HTMLTableSectionElement | null>;
  onSort: (sort: UsersView["sort"]) => void;
  onStatus: (user: CachedUser) => void;
  onDelete: (user: CachedUser) => void;
  /** Renders the code that makes rows selectable; nothing until it is loaded. */
  renderSelection: (area: RefObject<HTMLElement | null>, onBoxes: (boxes: UserBoxes | undefined) => void) => ReactNode;
}

/** The users of one page (USER-3); sortable headers (USER-10), arrow keys move between rows. */
export function UsersTable({ rows, kept, sort, first, total, body, onSort, onStatus, onDelete, renderSelection }: UsersTableProps) {
  const { t } = useTranslation("users");
  const area = useRef<HTMLDivElement>(null);
  const [boxes, setBoxes] = useState<UserBoxes>();
  const keys = useRowKeys(body, rows.length);
  const { order, choice, onMove } = useUserColumns(kept);
  const activity = useLastActivity(rows, order.includes("lastActivity"));
  const shares = order.reduce((sum, name) => sum + shareOf(name, choice), 0);
  // The row menu keeps its width beside the shares.
  const width = (name: UserColumn) => (hasWidths(choice) ? `${(100 * shareOf(name, choice)) / shares}%` : undefined);
  const direction = sort.turned ? "descending" : "ascending";
  const sortBy = (field: UserSort) => onSort({ field, turned: sort.field === field ? !sort.turned : field === "createdAt" });
  return (
    <>
      <div ref={area} className={usersFrame} role="group" aria-label={t("list.label")}>
        <div className={usersSorting}>
          <SortBy
            columns={order.flatMap((name) => userSortOf(name) ?? []).map((field) => ({ field, label: t(`columns.${field}`) }))}
            sorted={{ field: sort.field, direction }}
            onSort={sortBy}
          />
        </div>
        <table
          role="table"
          aria-label={t("list.label")}
          aria-rowcount={total + 1}
          className={hasWidths(choice) ? cx(usersTable, sharedWidths) : usersTable}
        >
          <thead role="rowgroup" className={usersHead}>
            <tr role="row" aria-rowindex={1} className={headRow}>
              {boxes?.head}
              {order.map((name) => {
                const field = userSortOf(name);
                return (
                  <Th
                    key={name}
                    width={width(name)}
                    sort={field && (sort.field === field ? direction : "none")}
                    onSort={field && (() => sortBy(field))}
                  >
                    {t(`columns.${name}`)}
                  </Th>
                );
              })}
              <Th className={actionsHead}>
                <VisuallyHidden>{t("columns.actions")}</VisuallyHidden>
              </Th>
              <ColumnBorders
                columns={userColumns}
                choice={choice}
                shown={order}
                labelOf={(name) => t(`columns.${name}`)}
                gap={0}
                onMove={onMove}
              />
            </tr>
          </thead>
          <tbody role="rowgroup" className={usersBody} ref={body} onKeyDown={keys.onKeyDown} onFocus={keys.onFocus}>
            {rows.map((user, index) => (
              <UserRow
                key={user.id}
                user={user}
                rowIndex={first + index + 2}
                tabIndex={index === keys.current ? 0 : -1}
                onStatus={onStatus}
                onDelete={onDelete}
                boxes={boxes}
                order={order}
                lastActivity={activity ? activity[index] : "?"}
              />
            ))}
          </tbody>
        </table>
      </div>
      {renderSelection(area, setBoxes)}
    </>
  );
}
