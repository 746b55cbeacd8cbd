import { useEffect, useRef, useState } from "react";
import { css } from "#styled/css";
import { nameOf } from "../../../contract/call.ts";
import { listUsers } from "../../../contract/users.ts";
import { type CachedUser, useUsersPage } from "../../data/use-users.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { DeleteUserDialog } from "./delete-user-dialog.tsx";
import { GenerationStatusDialog } from "./generation-status-dialog.tsx";
import { placePage } from "./placed-page.ts";
import { useReturn } from "./use-return.ts";
import { UsersBasis } from "./users-basis.tsx";
import { UsersFilterBar } from "./users-filter-bar.tsx";
import { UsersFoot } from "./users-foot.tsx";
import { emptyDraft, pageSizes, type UserFilterDraft } from "./users-params.ts";
import { UsersState } from "./users-state.tsx";
import { UsersTable } from "./users-table.tsx";
import { useUsersView } from "./use-users-view.ts";

const screen = css({ display: "flex", flexDirection: "column", gap: "3" });

type Asked = { is: "nothing" } | { is: "delete" | "status"; user: CachedUser };

/** /users: the platform's users (USER-1 … USER-10). */
export function UsersScreen() {
  const { t } = useTranslation(["users", "common"]);
  const { view, go, isSame } = useUsersView();
  const { page, isCurrent, fetching, refresh, isOut } = useUsersPage(view.query);
  const [asked, setAsked] = useState<Asked>({ is: "nothing" });
  const body = useRef<HTMLTableSectionElement>(null);
  const placed = page ? placePage(page, view.pageSize) : undefined;
  const hasRows = page !== undefined && page.rows.length > 0;
  useReturn(body, hasRows);

  // The list has become shorter than the page that is looked at.
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
  return (
    <div className={screen}>
      <UsersFilterBar applied={view.draft} onApply={apply} />
      {fetching.is === "failed" && hasRows && !isOut ? (
        <Notice
          tone="warning"
          title={fetching.message ?? t("list.failed")}
          action={
            <Button size="small" onClick={() => void refresh()}>
              {t("common:retry")}
            </Button>
          }
        >
          {fetching.answer?.is === "malformed"
            ? t("list.malformed", { call: nameOf(listUsers), problem: fetching.answer.problem })
            : t("list.failedHint")}
        </Notice>
      ) : null}
      {page && placed && hasRows ? (
        <>
          <UsersBasis
            basis={page.basis}
            placed={placed}
            filtered={!isEmpty(view.draft)}
            isOut={isOut}
            isAwaited={fetching.is === "waiting"}
          />
          <UsersTable
            rows={page.rows}
            sort={view.sort}
            first={placed.first - 1}
            total={placed.total}
            body={body}
            onSort={(sort) => go({ sort })}
            onStatus={(user) => setAsked({ is: "status", user })}
            onDelete={(user) => setAsked({ is: "delete", user })}
          />
        </>
      ) : (
        <UsersState page={page} fetching={fetching} isOut={isOut} onRetry={() => void refresh()} />
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

const isEmpty = (draft: UserFilterDraft): boolean => Object.keys(emptyDraft).every((name) => draft[name as keyof UserFilterDraft] === "");
