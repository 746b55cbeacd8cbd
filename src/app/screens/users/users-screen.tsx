import { useEffect, useRef, useState } from "react";
import { css } from "#styled/css";
import { nameOf } from "../../../contract/call.ts";
import { listUsers } from "../../../contract/users.ts";
import { type CachedUser, useUsersPage } from "../../data/use-users.ts";
import { KeepFocus } from "../../ui/keep-focus.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LostPart } from "../../ui/lost-part.tsx";
import { useStanding } from "../../state/standing.tsx";
import { useKeptColumns } from "../../data/use-kept-columns.ts";
import { ListFault } from "../../parts/list-state.tsx";
import { DeleteUserDialog } from "./delete-user-dialog.tsx";
import { GenerationStatusDialog } from "./generation-status-dialog.tsx";
import { placePage } from "./placed-page.ts";
import { useReturn } from "./use-return.ts";
import { UsersBasis } from "./users-basis.tsx";
import { UsersFilterBar } from "./users-filter-bar.tsx";
import { UsersFoot } from "./users-foot.tsx";
import { pageSizes, type UserFilterDraft, userFilters } from "./users-params.ts";
import { UsersState } from "./users-state.tsx";
import { UsersTools } from "./users-tools.tsx";
import { UsersTable } from "./users-table.tsx";
import { useUsersView } from "./use-users-view.ts";

// Selection loads after the page has rendered; if it can't be loaded, the list works without it.
const UserSelection = lazyPart(async () => (await import("./selection/user-selection.tsx")).UserSelection, {
  words: ["selection", "cases"],
  instead: () => null,
});
const IdsNotice = lazyPart(async () => (await import("../../lists/selection/ids-notice.tsx")).IdsNotice, {
  words: ["selection"],
  instead: LostPart,
});

const screen = css({ display: "flex", flexDirection: "column", gap: "3" });
const above = css({ display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "space-between", gap: "2" });

type Asked = { is: "nothing" } | { is: "delete" | "status"; user: CachedUser };

/** /users: the platform's users (USER-1 … USER-10). */
export function UsersScreen() {
  const { view, go, isSame } = useUsersView();
  const { page, isCurrent, fetching, refresh, isOut, missing } = useUsersPage(view.query, view.ids);
  const stands = useStanding();
  const columns = useKeptColumns();
  const filterKey = JSON.stringify(view.draft);
  const [asked, setAsked] = useState<Asked>({ is: "nothing" });
  const body = useRef<HTMLTableSectionElement>(null);
  const placed = page ? placePage(page, view.pageSize) : undefined;
  const hasRows = page !== undefined && page.rows.length > 0;
  useReturn(body, hasRows && columns !== undefined);

  // The list has shrunk below the current page.
  const isPast = page?.basis.is === "host" && isCurrent && page.rows.length === 0 && view.page > 1;
  const lastPage = placed?.total === 0 ? 1 : Math.min(placed?.pages ?? 1, view.page - 1);
  useEffect(() => {
    if (isPast) go({ page: lastPage, draft: view.draft, sort: view.sort }, { replace: true });
  }, [isPast, lastPage, view, go]);

  const apply = (draft: UserFilterDraft) => {
    if (isSame(draft)) void refresh();
    else go({ draft });
  };
  const close = () => setAsked({ is: "nothing" });
  const filtered = userFilters.activeIn(view.draft).length > 0;
  return (
    <div className={screen}>
      <KeepFocus />
      <UsersFilterBar applied={view.draft} onApply={apply} />
      {view.ids ? <IdsNotice count={view.ids.length} missing={missing} /> : null}
      {hasRows && !isOut ? <ListFault of="users" call={nameOf(listUsers)} fetching={fetching} onRetry={() => void refresh()} /> : null}
      {page && placed && hasRows && columns ? (
        <>
          <div className={above}>
            <UsersBasis basis={page.basis} placed={placed} filtered={filtered} isOut={isOut} isAwaited={fetching.is === "waiting"} />
            <UsersTools filterKey={filterKey} />
          </div>
          <UsersTable
            rows={page.rows}
            kept={columns.users}
            sort={view.sort}
            first={placed.first - 1}
            total={placed.total}
            body={body}
            onSort={(sort) => go({ sort })}
            onStatus={(user) => setAsked({ is: "status", user })}
            onDelete={(user) => setAsked({ is: "delete", user })}
            renderSelection={(area, onBoxes) =>
              stands ? (
                <UserSelection
                  key={filterKey}
                  area={area}
                  rows={page.rows}
                  isCurrent={isCurrent}
                  query={view.query}
                  filterKey={filterKey}
                  total={placed.total}
                  isOut={isOut}
                  isNamed={view.ids !== undefined}
                  onBoxes={onBoxes}
                />
              ) : null
            }
          />
        </>
      ) : hasRows ? null : (
        <UsersState page={page} fetching={fetching} filtered={filtered} isOut={isOut} onRetry={() => void refresh()} />
      )}
      {placed && hasRows ? (
        <UsersFoot
          placed={placed}
          pageSize={view.pageSize}
          onPage={(to) => go({ page: to })}
          onPageSize={(size) => go({ pageSize: pageSizes.find((one) => one === size) ?? pageSizes[0] })}
        />
      ) : null}
      {asked.is === "delete" ? <DeleteUserDialog user={asked.user} onClose={close} onDeleted={() => void refresh()} /> : null}
      {asked.is === "status" ? <GenerationStatusDialog user={asked.user} onClose={close} /> : null}
    </div>
  );
}
