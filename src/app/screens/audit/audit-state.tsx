import { css } from "#styled/css";
import type { AuditReading } from "../../data/use-audit.ts";
import type { Fetching } from "../../data/use-feed.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";

const frame = css({ borderWidth: "1px", borderColor: "line", borderRadius: "panel", bg: "surface" });
const line = css({
  display: "flex",
  alignItems: "center",
  height: "row",
  px: "3",
  "&:not(:last-child)": { borderBottomWidth: "1px", borderColor: "line" },
});
const basisLook = css({ textStyle: "sm", color: "ink.muted", fontVariantNumeric: "tabular-nums lining-nums" });

/** How many entries these are, whose count that is, and as of when. */
export function AuditBasis({ reading, isOut, isAwaited }: { reading: AuditReading; isOut: boolean; isAwaited: boolean }) {
  const { t } = useTranslation("audit");
  const format = useFormat();
  const now = useNow();
  const { basis, total } = reading;
  const shown = format.number(String(total));
  const asOf = basis.asOf === undefined ? [] : [t("list.asOf", { time: format.minute(basis.asOf, now) })];
  const words =
    basis.is === "host"
      ? [t("list.count", { count: total, shown }), ...asOf]
      : [
          t("list.kept", { count: basis.of, shown, of: format.number(String(basis.of)) }),
          ...asOf,
          ...(isOut ? [t("list.unreachable")] : isAwaited ? [t("list.awaited")] : []),
        ];
  return (
    <p className={basisLook} role="status">
      {words.join(" · ")}
    </p>
  );
}

interface AuditStateProps {
  reading: AuditReading | undefined;
  fetching: Fetching;
  isOut: boolean;
  filtered: boolean;
  onRetry: () => void;
}

/** What stands in the list's place while it has no rows. */
export function AuditState({ reading, fetching, isOut, filtered, onRetry }: AuditStateProps) {
  const { t } = useTranslation(["audit", "common"]);
  const isTold = reading?.basis.is === "host";
  if (!isTold && fetching.is === "waiting" && !isOut) {
    return (
      <div className={frame} role="status" aria-busy="true">
        <VisuallyHidden>{t("list.loading")}</VisuallyHidden>
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index} className={line}>
            <Skeleton />
          </div>
        ))}
      </div>
    );
  }
  if (!isTold && fetching.is === "failed" && !isOut) {
    return (
      <div className={frame}>
        <EmptyState title={fetching.message ?? t("list.failed")} action={<Button onClick={onRetry}>{t("common:retry")}</Button>}>
          {t("list.failedHint")}
        </EmptyState>
      </div>
    );
  }
  const isNever = reading?.basis.is === "kept" && reading.basis.of === 0;
  return (
    <div className={frame}>
      {isNever ? (
        <EmptyState title={t("list.never")}>{t("list.neverHint")}</EmptyState>
      ) : (
        <EmptyState title={t("list.empty")}>{filtered ? t("list.emptyFiltered") : t("list.emptyLog")}</EmptyState>
      )}
    </div>
  );
}
