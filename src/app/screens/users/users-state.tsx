import { css } from "#styled/css";
import type { UsersPage } from "../../data/use-users.ts";
import type { Fetching } from "../../data/use-feed.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { ListState } from "../../parts/list-state.tsx";
import { EmptyList } from "../../ui/empty-list.tsx";

const lineLook = css({ height: "row", px: "3" });

interface UsersStateProps {
  page: UsersPage | undefined;
  fetching: Fetching;
  filtered: boolean;
  isOut: boolean;
  onRetry: () => void;
}

/** Placeholder for the table without rows (USER-8). */
export function UsersState({ page, fetching, filtered, isOut, onRetry }: UsersStateProps) {
  const { t } = useTranslation("users");
  // Of named users the cache is all that is asked.
  const cached = page?.basis.is === "cached" && fetching.is !== "unasked" ? page.basis : undefined;
  return (
    <ListState
      of="users"
      isTold={page?.basis.is === "host"}
      fetching={fetching}
      isOut={isOut}
      lines={10}
      lineLook={lineLook}
      onRetry={onRetry}
    >
      {cached?.of === 0 ? (
        <EmptyList title={t("list.never")}>{t("list.neverHint")}</EmptyList>
      ) : (
        <EmptyList title={t("list.empty")}>
          {cached ? t("list.emptyCached", { of: cached.of }) : t(filtered ? "list.emptyHint" : "list.emptyHost")}
        </EmptyList>
      )}
    </ListState>
  );
}
