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

interface ListStateProps {
  words: { readonly loading: string; readonly failed: string; readonly failedHint: string };
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
export function ListState({ words, isTold, fetching, isOut, lines, lineLook, onRetry, children }: ListStateProps) {
  const { t } = useTranslation("common");
  const isOpen = !isTold && !isOut;
  if (isOpen && isAwaited(fetching)) {
    return (
      <div className={panelLook} role="status" aria-busy="true">
        <VisuallyHidden>{words.loading}</VisuallyHidden>
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
        <EmptyList title={fetching.message ?? words.failed} action={<Button onClick={onRetry}>{t("retry")}</Button>}>
          {words.failedHint}
        </EmptyList>
      ) : (
        children
      )}
    </div>
  );
}

interface ListFaultProps {
  words: { readonly failed: string; readonly failedHint: string; readonly malformed: (problem: string) => string };
  fetching: Fetching;
  onRetry: () => void;
}

/** Notice above cached rows that could not be refetched; otherwise renders nothing. */
export function ListFault({ words, fetching, onRetry }: ListFaultProps) {
  const { t } = useTranslation("common");
  if (fetching.is !== "failed") return null;
  return (
    <Notice
      tone="warning"
      title={fetching.message ?? words.failed}
      action={
        <Button size="small" onClick={onRetry}>
          {t("retry")}
        </Button>
      }
    >
      {fetching.answer?.is === "malformed" ? words.malformed(fetching.answer.problem) : words.failedHint}
    </Notice>
  );
}
