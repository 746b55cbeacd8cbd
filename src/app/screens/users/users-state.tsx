import { css } from "#styled/css";
import type { UsersPage } from "../../data/use-users.ts";
import { isAwaited } from "../../data/is-awaited.ts";
import type { Fetching } from "../../data/use-feed.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyList } from "../../ui/empty-list.tsx";
import { panelLook } from "../../ui/panel-look.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";

const line = css({
  display: "flex",
  alignItems: "center",
  height: "row",
  px: "3",
  "&:not(:last-child)": { borderBottomWidth: "1px", borderColor: "line" },
});

interface UsersStateProps {
  page: UsersPage | undefined;
  fetching: Fetching;
  filtered: boolean;
  isOut: boolean;
  onRetry: () => void;
}

/** Placeholder for the table without rows (USER-8). */
export function UsersState({ page, fetching, filtered, isOut, onRetry }: UsersStateProps) {
  const { t } = useTranslation(["users", "common"]);
  const neverFetched = page?.basis.is !== "host";
  if (neverFetched && isAwaited(fetching) && !isOut) {
    return (
      <div className={panelLook} role="status" aria-busy="true">
        <VisuallyHidden>{t("list.loading")}</VisuallyHidden>
        {Array.from({ length: 10 }, (_, index) => (
          <div key={index} className={line}>
            <Skeleton />
          </div>
        ))}
      </div>
    );
  }
  const retry = <Button onClick={onRetry}>{t("common:retry")}</Button>;
  // Of named users the cache is all that is asked.
  const cached = page?.basis.is === "cached" && fetching.is !== "unasked" ? page.basis : undefined;
  return (
    <div className={panelLook}>
      {neverFetched && fetching.is === "failed" && !isOut ? (
        <EmptyList title={fetching.message ?? t("list.failed")} action={retry}>
          {t("list.failedHint")}
        </EmptyList>
      ) : cached?.of === 0 ? (
        <EmptyList title={t("list.never")}>{t("list.neverHint")}</EmptyList>
      ) : (
        <EmptyList title={t("list.empty")}>
          {cached ? t("list.emptyCached", { of: cached.of }) : t(filtered ? "list.emptyHint" : "list.emptyHost")}
        </EmptyList>
      )}
    </div>
  );
}
