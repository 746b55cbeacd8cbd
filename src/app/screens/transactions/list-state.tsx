import { css } from "#styled/css";
import type { Reading } from "../../../sync/transactions/transaction-reader.ts";
import { useReach } from "../../data/use-reach.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { PastEnd } from "./past-end.tsx";

const line = css({ display: "flex", alignItems: "center", px: "4", borderBottomWidth: "1px", borderColor: "line" });
const bars = [css({ width: "[38%]" }), css({ width: "[52%]" }), css({ width: "[45%]" })];
const places = [0, 1, 2, 3, 4, 5, 6, 7];

/** Placeholder for rows: loading, none, never fetched, or broken. */
export function ListState({
  reading,
  filtered,
  height,
  onRetry,
}: {
  reading: Reading;
  filtered: boolean;
  height: number;
  onRetry: () => void;
}) {
  const { t } = useTranslation(["transactions", "common"]);
  const isReached = useReach().is === "reached";
  if (reading.broken)
    return (
      <EmptyState title={t("list.broken")} action={<Button onClick={() => location.reload()}>{t("common:retry")}</Button>}>
        {t("list.brokenHint")}
      </EmptyState>
    );
  const retry = <Button onClick={onRetry}>{t("common:retry")}</Button>;
  // A failed list stays so while it is refreshed; a person who tries again sees that it loads.
  if (reading.window && (reading.loading === "no" || (reading.failed && reading.loading === "head"))) {
    if (reading.failed)
      return (
        <EmptyState title={t("list.failed")} action={retry}>
          {reading.window.never ? t(isReached ? "list.neverUsable" : "list.neverHint") : t("list.failedHint")}
        </EmptyState>
      );
    if (reading.window.never)
      return (
        <EmptyState title={t("list.never")} action={retry}>
          {t("list.neverHint")}
        </EmptyState>
      );
    return (
      <EmptyState title={t("list.empty")}>
        {filtered ? t("list.emptyHint") : t("list.emptyHost")}
        <PastEnd at={reading.window.pastEnds} />
      </EmptyState>
    );
  }
  return (
    <div>
      <VisuallyHidden>{t("common:loading")}</VisuallyHidden>
      {places.map((place) => (
        <div key={place} className={line} style={{ height }}>
          <Skeleton className={bars[place % 3]} />
        </div>
      ))}
    </div>
  );
}
