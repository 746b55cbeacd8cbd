import { css } from "#styled/css";
import type { Fetching } from "../../data/use-feed.ts";
import { useKeptUp } from "../../data/use-kept-up.ts";
import type { SlipReading } from "../../data/use-slips.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { ListState } from "../../parts/list-state.tsx";
import { BasisLine } from "../../ui/basis-line.tsx";
import { EmptyList } from "../../ui/empty-list.tsx";
import type { SlipTab } from "./approvals-params.ts";

const lineLook = css({ height: "14", px: "4" });

/** Number of slips, how many are cached, and their age. */
export function SlipsBasis({ reading, isOut, isAwaited }: { reading: SlipReading; isOut: boolean; isAwaited: boolean }) {
  const { t } = useTranslation("approvals");
  const format = useFormat();
  const now = useNow();
  const { basis, total, by } = reading;
  const shown = format.number(String(total));
  const asOf = useKeptUp(basis.asOf, "slips");
  const age = asOf === undefined ? undefined : t("list.asOf", { time: format.minute(asOf, now) });
  const out = isOut ? [t("list.unreachable")] : [];
  const words =
    basis.is === "host"
      ? [
          by === "more" ? t("list.moreThan", { shown: format.number(String(total - 1)) }) : t("list.count", { count: total, shown }),
          ...(basis.kept < total ? [t("list.part", { kept: format.number(String(basis.kept)) })] : []),
          ...out,
        ]
      : [
          // Before the first answer there is nothing to count.
          ...(basis.asOf === undefined && basis.of === 0
            ? []
            : [t("list.kept", { count: basis.of, shown, of: format.number(String(basis.of)) }), t("list.keptHint")]),
          ...out,
          ...(isAwaited && !isOut ? [t("list.awaited")] : []),
        ];
  return <BasisLine age={age}>{words.join(" · ")}</BasisLine>;
}

interface SlipsStateProps {
  tab: SlipTab;
  reading: SlipReading | undefined;
  fetching: Fetching;
  isOut: boolean;
  filtered: boolean;
  onRetry: () => void;
}

/** Placeholder for the list without rows. */
export function SlipsState({ tab, reading, fetching, isOut, filtered, onRetry }: SlipsStateProps) {
  const { t } = useTranslation("approvals");
  const isNever = reading === undefined || (reading.basis.is === "kept" && reading.basis.asOf === undefined);
  return (
    <ListState
      of="approvals"
      isTold={reading?.basis.is === "host"}
      fetching={fetching}
      isOut={isOut}
      lines={6}
      lineLook={lineLook}
      onRetry={onRetry}
    >
      {isNever ? (
        <EmptyList title={t("list.never")}>{t("list.neverHint")}</EmptyList>
      ) : reading.basis.is === "kept" ? (
        <EmptyList title={t("list.emptyKept")}>{filtered ? t("list.emptyFiltered") : undefined}</EmptyList>
      ) : (
        <EmptyList title={t(`list.empty.${tab}`)}>{filtered ? t("list.emptyFiltered") : t(`list.emptyHint.${tab}`)}</EmptyList>
      )}
    </ListState>
  );
}
