import { css } from "#styled/css";
import type { AuditReading } from "../../data/use-audit.ts";
import type { Fetching } from "../../data/use-feed.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { ListState } from "../../parts/list-state.tsx";
import { BasisLine } from "../../ui/basis-line.tsx";
import { EmptyList } from "../../ui/empty-list.tsx";

const lineLook = css({ height: "row", px: "3" });

/** Number of entries, its source and its age. */
export function AuditBasis({ reading, isOut, isAwaited }: { reading: AuditReading; isOut: boolean; isAwaited: boolean }) {
  const { t } = useTranslation("audit");
  const format = useFormat();
  const now = useNow();
  const { basis, total, by } = reading;
  const shown = format.number(String(total));
  const age = basis.asOf === undefined ? undefined : t("list.asOf", { time: format.minute(basis.asOf, now) });
  const words =
    basis.is === "host"
      ? [by === "more" ? t("list.moreThan", { shown: format.number(String(total - 1)) }) : t("list.count", { count: total, shown })]
      : [
          t("list.kept", { count: basis.of, shown, of: format.number(String(basis.of)) }),
          ...(isOut ? [t("list.unreachable")] : isAwaited ? [t("list.awaited")] : []),
        ];
  return <BasisLine age={age}>{words.join(" · ")}</BasisLine>;
}

interface AuditStateProps {
  reading: AuditReading | undefined;
  fetching: Fetching;
  isOut: boolean;
  filtered: boolean;
  onRetry: () => void;
}

/** Placeholder for the list without rows. */
export function AuditState({ reading, fetching, isOut, filtered, onRetry }: AuditStateProps) {
  const { t } = useTranslation("audit");
  const isNever = reading?.basis.is === "kept" && reading.basis.of === 0;
  return (
    <ListState
      of="audit"
      isTold={reading?.basis.is === "host"}
      fetching={fetching}
      isOut={isOut}
      lines={8}
      lineLook={lineLook}
      onRetry={onRetry}
    >
      {isNever ? (
        <EmptyList title={t("list.never")}>{t("list.neverHint")}</EmptyList>
      ) : (
        <>
          {reading?.basis.is === "kept" ? <AuditBasis reading={reading} isOut={isOut} isAwaited={fetching.is === "waiting"} /> : null}
          <EmptyList title={t("list.empty")}>{filtered ? t("list.emptyFiltered") : t("list.emptyLog")}</EmptyList>
        </>
      )}
    </ListState>
  );
}
