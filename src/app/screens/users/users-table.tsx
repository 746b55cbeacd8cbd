/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-noninteractive-element-interactions -- `display` on narrow screens takes the implied roles away; rows are walked by the arrow keys. */
import { type RefObject } from "react";
import type { CachedUser } from "../../data/use-users.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { SortBy } from "../../ui/sort-by.tsx";
import { Th } from "../../ui/table.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { UserRow } from "./user-row.tsx";
import { usersBody, usersFrame, usersHead, usersSorting, usersTable } from "./users-grid.ts";
import type { UserSort, UsersView } from "./users-params.ts";
import { useRowKeys } from "./use-row-keys.ts";

const columns = ["username", "email", "phonenumber", "kycLevel", "kycStatus", "emailVerified", "bvnVerified", "createdAt"] as const;

interface UsersTableProps {
  rows: readonly CachedUser[];
  sort: UsersView["sort"];
  /** Where the first row stands in the whole list, from 0, and how many there are. */
  first: number;
  total: number;
  body: RefObject<HTMLTableSectionElement | null>;
  onSort: (sort: UsersView["sort"]) => void;
  onStatus: (user: CachedUser) => void;
  onDelete: (user: CachedUser) => void;
}

/** The users of one page (USER-3); its heads sort (USER-10), the arrow keys go from row to row. */
export function UsersTable({ rows, sort, first, total, body, onSort, onStatus, onDelete }: UsersTableProps) {
  const { t } = useTranslation("users");
  const keys = useRowKeys(rows.length);
  const direction = sort.turned ? "descending" : "ascending";
  const sortBy = (field: UserSort) => onSort({ field, turned: sort.field === field ? !sort.turned : field === "createdAt" });
  return (
    <div className={usersFrame} role="group" aria-label={t("list.label")}>
      <div className={usersSorting}>
        <SortBy
          columns={columns.map((field) => ({ field, label: t(`columns.${field}`) }))}
          sorted={{ field: sort.field, direction }}
          onSort={sortBy}
        />
      </div>
      <table role="table" aria-label={t("list.label")} aria-rowcount={total + 1} className={usersTable}>
        <thead role="rowgroup" className={usersHead}>
          <tr role="row" aria-rowindex={1}>
            {columns.map((field) => (
              <Th key={field} sort={sort.field === field ? direction : "none"} onSort={() => sortBy(field)}>
                {t(`columns.${field}`)}
              </Th>
            ))}
            <Th>
              <VisuallyHidden>{t("columns.actions")}</VisuallyHidden>
            </Th>
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
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
