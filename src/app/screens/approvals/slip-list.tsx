import { css } from "#styled/css";
import type { KnownPolicy } from "../../data/use-approval-policy.ts";
import type { SlipReading } from "../../data/use-slips.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { RowList } from "../../lists/row-list.tsx";
import { cells, headLook, rowHeight } from "./slip-grid.ts";
import { SlipRow, WaitingSlipRow } from "./slip-row.tsx";

const area = css({ maxHeight: "[max(24rem, calc(100dvh - 18rem))]" });

const columns = [
  ["email", "user"],
  ["deed", "amount"],
  ["maker", "maker"],
  ["reason", "reason"],
  ["state", "state"],
] as const;

interface SlipListProps {
  reading: SlipReading;
  policy: KnownPolicy;
  now: number;
  busy: boolean;
  onRange: (first: number, last: number) => void;
}

/** Table of slips. */
export function SlipList({ reading, policy, now, busy, onRange }: SlipListProps) {
  const { t } = useTranslation("approvals");
  return (
    <RowList
      label={t("list.label")}
      printed={t("list.printed")}
      total={reading.total}
      busy={busy}
      columns={columns.map(([cell, name]) => ({ words: t(`columns.${name}`), className: cells[cell] }))}
      looks={{ head: headLook, area, rowHeight }}
      onRange={onRange}
      renderRow={(place, top) => {
        const slip = reading.rowAt(place);
        return slip ? (
          <SlipRow key={slip.id} slip={slip} policy={policy} now={now} rowIndex={place + 2} top={top} />
        ) : (
          <WaitingSlipRow key={`waiting ${place}`} top={top} />
        );
      }}
    />
  );
}
