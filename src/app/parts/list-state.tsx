import type { ReactNode } from "react";
import { css, cx } from "#styled/css";
import { isAwaited } from "../data/is-awaited.ts";
import type { Fetching } from "../data/use-feed.ts";
import { useTranslation } from "../words/use-translation.ts";
import { Button } from "../ui/button.tsx";
import { EmptyList } from "../ui/empty-list.tsx";
import { Notice } from "../ui/notice.tsx";
import { panelLook } from "../ui/panel-look.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";

const line = css({ display: "flex", alignItems: "center", "&:not(:last-child)": { borderBottomWidth: "1px", borderColor: "line" } });

/** The lists whose nouns have words for these states. */
type ListNoun = "approvals" | "audit" | "users";

interface ListStateProps {
  of: ListNoun;
  /** The host has confirmed that the list is empty. */
  isTold: boolean;
  fetching: Fetching;
  isOut: boolean;
  /** Number, height and padding of the skeleton rows. */
  lines: number;
  lineLook: string;
  onRetry: () => void;
  /** Shown if nothing is loading and nothing failed. */
  children: ReactNode;
}

/** Placeholder of a list without rows: skeleton rows while loading, why that failed, or that there are none. */
export function ListState({ of, isTold, fetching, isOut, lines, lineLook, onRetry, children }: ListStateProps) {
  const { t } = useTranslation([of, "common"]);
  const isOpen = !isTold && !isOut;
  if (isOpen && isAwaited(fetching)) {
    return (
      <div className={panelLook} role="status" aria-busy="true">
        <VisuallyHidden>{t("list.loading")}</VisuallyHidden>
        {Array.from({ length: lines }, (_, index) => (
          <div key={index} className={cx(line, lineLook)}>
            <Skeleton />
          </div>
        ))}
      </div>
    );
  }
  return (
    <div className={panelLook}>
      {isOpen && fetching.is === "failed" ? (
        <EmptyList title={fetching.message ?? t("list.failed")} action={<Button onClick={onRetry}>{t("common:retry")}</Button>}>
          {t("list.failedHint")}
        </EmptyList>
      ) : (
        children
      )}
    </div>
  );
}

interface ListFaultProps {
  of: ListNoun;
  /** Name of its call at the host. */
  call: string;
  fetching: Fetching;
  onRetry: () => void;
}

/** Notice above cached rows that could not be refetched; otherwise renders nothing. */
export function ListFault({ of, call, fetching, onRetry }: ListFaultProps) {
  const { t } = useTranslation([of, "common"]);
  if (fetching.is !== "failed") return null;
  return (
    <Notice
      tone="warning"
      title={fetching.message ?? t("list.failed")}
      action={
        <Button size="small" onClick={onRetry}>
          {t("common:retry")}
        </Button>
      }
    >
      {fetching.answer?.is === "malformed" ? t("list.malformed", { call, problem: fetching.answer.problem }) : t("list.failedHint")}
    </Notice>
  );
}
