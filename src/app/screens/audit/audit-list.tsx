import { css } from "#styled/css";
import { useTranslation } from "../../words/use-translation.ts";
import { RowList } from "../../lists/row-list.tsx";
import { cells, headLook, type LogOf, rowHeight } from "./audit-grid.ts";
import { AuditRow, WaitingAuditRow } from "./audit-row.tsx";
import type { LogRow } from "./log-row.ts";

const area = css({ maxHeight: "[max(24rem, calc(100dvh - 24rem))]" });

const columns = {
  host: ["at", "actor", "action", "target", "outcome", "address"],
  device: ["at", "actor", "action", "target", "outcome"],
} as const;

interface AuditListProps {
  of: LogOf;
  total: number;
  /** Undefined: not loaded yet. */
  rowAt: (place: number) => LogRow | undefined;
  busy: boolean;
  onRange: (first: number, last: number) => void;
  onOpen: (key: string) => void;
}

/** Table of the log. */
export function AuditList({ of, total, rowAt, busy, onRange, onOpen }: AuditListProps) {
  const { t } = useTranslation("audit");
  return (
    <RowList
      label={t("list.label")}
      printed={t("list.printed")}
      total={total}
      busy={busy}
      columns={columns[of].map((column) => ({ words: t(`columns.${column}`), className: cells[column] }))}
      looks={{ head: headLook(of), area, rowHeight }}
      onRange={onRange}
      renderRow={(place, top) => {
        const row = rowAt(place);
        return row ? (
          <AuditRow key={row.key} of={of} row={row} rowIndex={place + 2} top={top} onOpen={onOpen} />
        ) : (
          <WaitingAuditRow of={of} key={`waiting ${place}`} top={top} />
        );
      }}
    />
  );
}
