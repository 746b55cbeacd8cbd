/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the rows are laid out as grids, which takes the implied roles away. */
import { memo } from "react";
import { css } from "#styled/css";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Badge } from "../../ui/badge.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import { actionCell, cells, type LogOf, messageLook, rowLook } from "./audit-grid.ts";
import { actorWord, alertWord, type LogRow, outcomeKind, outcomeWord } from "./log-row.ts";
import { movedWords } from "./moved.ts";
import { Time } from "../../parts/time.tsx";

const looks = { host: rowLook("host"), device: rowLook("device") };
/** The whole row is clickable; keyboard focus goes to the action's name. */
const opener = css({
  gridArea: "action",
  justifySelf: "start",
  maxWidth: "full",
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
  fontWeight: "medium",
  color: "ink",
  textAlign: "start",
  _before: { content: "''", position: "absolute", inset: "0" },
  _focusVisible: { outline: "none", _before: { outline: "2px solid {colors.accent}", outlineOffset: "-2px" } },
});

/** In little room, the alert's text shrinks, not the outcome's. */
const whole = css({ flexShrink: "0" });
const giving = css({
  minWidth: "0",
  "& > span": { display: "block", lineHeight: "1.125rem", overflow: "hidden", textOverflow: "ellipsis" },
});

interface AuditRowProps {
  row: LogRow;
  of: LogOf;
  /** `aria-rowindex` in the whole table; the header is 1. */
  rowIndex: number;
  /** Offset from the list's top, in px. */
  top: number;
  onOpen: (key: string) => void;
}

/** Outcome, and the rule that makes it an alert. */
function OutcomeWords({ row }: { row: LogRow }) {
  const { t } = useTranslation(["audit", "common"]);
  return (
    <>
      {row.outcome === "unknown" ? (
        <Badge tone="unknown">{outcomeWord(t, row.outcome)}</Badge>
      ) : (
        <span className={whole}>
          <StatusMark kind={outcomeKind(row.outcome)}>{outcomeWord(t, row.outcome)}</StatusMark>
        </span>
      )}
      {row.alert ? (
        <span className={giving}>
          <Badge tone="pending">{alertWord(t, row.alert)}</Badge>
        </span>
      ) : null}
    </>
  );
}

/** One row of the log. It keeps its height however long its content is. */
export const AuditRow = memo(function AuditRow({ row, of, rowIndex, top, onOpen }: AuditRowProps) {
  const { t } = useTranslation(["audit", "common"]);
  const format = useFormat();
  const at = new Date(row.at);
  const moved = movedWords(t, format, row);
  return (
    <tr role="row" aria-rowindex={rowIndex} className={looks[of]} style={{ transform: `translateY(${top}px)` }}>
      <td role="cell" className={cells.at}>
        <Time at={at.getTime()} byDevice={of === "device"} />
      </td>
      <td role="cell" className={cells.actor} title={row.actor ?? undefined}>
        {actorWord(t, row)}
      </td>
      <td role="cell" className={actionCell}>
        <button
          type="button"
          className={opener}
          title={t("list.open", { action: moved, time: format.dateTime(at) })}
          onClick={() => onOpen(row.key)}
        >
          {moved}
        </button>
        {row.message ? (
          <span className={messageLook} title={row.message}>
            {row.message}
          </span>
        ) : null}
      </td>
      <td role="cell" className={cells.target} title={row.target ?? undefined}>
        {row.target ?? t("common:none")}
      </td>
      <td role="cell" className={cells.outcome}>
        <OutcomeWords row={row} />
      </td>
      {of === "host" ? (
        <td role="cell" className={cells.address}>
          {row.address ?? t("common:none")}
        </td>
      ) : null}
    </tr>
  );
});

/** Placeholder for a row that is loading. */
export const WaitingAuditRow = ({ of, top }: { of: LogOf; top: number }) => (
  <tr role="row" aria-hidden="true" className={looks[of]} style={{ transform: `translateY(${top}px)` }}>
    <td className={cells.at}>
      <Skeleton />
    </td>
    <td className={cells.actor}>
      <Skeleton />
    </td>
    <td className={cells.action}>
      <Skeleton />
    </td>
    <td className={cells.target}>
      <Skeleton />
    </td>
  </tr>
);
