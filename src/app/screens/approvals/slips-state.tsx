import { css } from "#styled/css";
import type { Fetching } from "../../data/use-feed.ts";
import type { SlipReading } from "../../data/use-slips.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import type { SlipTab } from "./approvals-params.ts";

const frame = css({ borderWidth: "1px", borderColor: "line", borderRadius: "panel", bg: "surface" });
const line = css({
  display: "flex",
  alignItems: "center",
  height: "14",
  px: "4",
  "&:not(:last-child)": { borderBottomWidth: "1px", borderColor: "line" },
});
const basisLook = css({ textStyle: "sm", color: "ink.muted", fontVariantNumeric: "tabular-nums lining-nums" });

/** How many slips these are, how many of them are here, and as of when. */
export function SlipsBasis({ reading, isOut, isAwaited }: { reading: SlipReading; isOut: boolean; isAwaited: boolean }) {
  const { t } = useTranslation("approvals");
  const format = useFormat();
  const now = useNow();
  const { basis, total } = reading;
  const shown = format.number(String(total));
  const asOf = basis.asOf === undefined ? [] : [t("list.asOf", { time: format.minute(basis.asOf, now) })];
  const out = isOut ? [t("list.unreachable")] : [];
  const words =
    basis.is === "host"
      ? [
          t("list.count", { count: total, shown }),
          ...(basis.kept < total ? [t("list.part", { kept: format.number(String(basis.kept)) })] : []),
          ...asOf,
          ...out,
        ]
      : [
          t("list.kept", { count: basis.of, shown, of: format.number(String(basis.of)) }),
          t("list.keptHint"),
          ...asOf,
          ...out,
          ...(isAwaited && !isOut ? [t("list.awaited")] : []),
        ];
  return (
    <p className={basisLook} role="status">
      {words.join(" · ")}
    </p>
  );
}

interface SlipsStateProps {
  tab: SlipTab;
  reading: SlipReading | undefined;
  fetching: Fetching;
  isOut: boolean;
  filtered: boolean;
  onRetry: () => void;
}

/** What stands in the list's place while it has no rows. */
export function SlipsState({ tab, reading, fetching, isOut, filtered, onRetry }: SlipsStateProps) {
  const { t } = useTranslation(["approvals", "common"]);
  const isTold = reading?.basis.is === "host";
  if (!isTold && fetching.is === "waiting" && !isOut) {
    return (
      <div className={frame} role="status" aria-busy="true">
        <VisuallyHidden>{t("list.loading")}</VisuallyHidden>
        {Array.from({ length: 6 }, (_, index) => (
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
  const isNever = reading === undefined || (reading.basis.is === "kept" && reading.basis.asOf === undefined);
  return (
    <div className={frame}>
      {isNever ? (
        <EmptyState title={t("list.never")}>{t("list.neverHint")}</EmptyState>
      ) : (
        <EmptyState title={t(`list.empty.${tab}`)}>{filtered ? t("list.emptyFiltered") : t(`list.emptyHint.${tab}`)}</EmptyState>
      )}
    </div>
  );
}
