/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the rows are laid out as grids, which takes the implied roles away. */
import { memo } from "react";
import { Link } from "wouter";
import { cva } from "#styled/css";
import type { KnownPolicy } from "../../data/use-approval-policy.ts";
import type { SlipRow as Kept } from "../../data/use-slips.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { links } from "../../links.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import { amountUnit } from "../transactions/amount.tsx";
import { cells, rowLook, under } from "./slip-grid.ts";
import { operationWord, personName, reasonWord, stateAt, stateKind, stateWord } from "./slip-words.ts";

/** The whole row is clickable; keyboard focus goes to the amount. */
const opener = cva({
  base: {
    fontWeight: "medium",
    fontVariantNumeric: "tabular-nums lining-nums",
    _before: { content: "''", position: "absolute", inset: "0" },
    _focusVisible: { outline: "none", _before: { outline: "2px solid {colors.accent}", outlineOffset: "-2px" } },
  },
  variants: { of: { fund: { color: "ink" }, deduct: { color: "danger" } } },
});

interface SlipRowProps {
  slip: Kept;
  policy: KnownPolicy;
  /** Current time on the host's clock (epoch ms), updated in steps. */
  now: number;
  /** `aria-rowindex` in the whole table; the header is 1. */
  rowIndex: number;
  /** Offset from the list's top, in px. */
  top: number;
}

/** When it was decided, or expires; nothing where the host doesn't tell. */
function TimeWords({ slip, now }: Pick<SlipRowProps, "slip" | "now">) {
  const { t } = useTranslation("approvals");
  const format = useFormat();
  const state = stateAt(slip, now);
  const isOpen = state === "open";
  const at = isOpen ? slip.expiresAt : (slip.decidedAt ?? (state === "expired" ? slip.expiresAt : undefined));
  if (at === undefined) return null;
  const ms = Date.parse(at);
  return (
    <time className={under} dateTime={at} title={format.full(ms)}>
      {isOpen ? t("list.expires", { when: format.relative(ms, now) }) : format.ago(ms, now)}
    </time>
  );
}

/** One slip of the list. The row keeps its height however long its content is. */
export const SlipRow = memo(function SlipRow({ slip, policy, now, rowIndex, top }: SlipRowProps) {
  const { t } = useTranslation("approvals");
  const format = useFormat();
  const { id, operation, amount, currency, email, maker, reason, note } = slip;
  const state = stateAt(slip, now);
  const name = personName(maker);
  const shown = format.exact(amount);
  return (
    <tr role="row" aria-rowindex={rowIndex} className={rowLook} style={{ transform: `translateY(${top}px)` }}>
      <td role="cell" className={cells.email} title={email}>
        {email}
      </td>
      <td role="cell" className={cells.deed}>
        <Link
          href={links.approval(id)}
          className={opener({ of: operation === "deduct" ? "deduct" : "fund" })}
          aria-label={t("list.open", { operation: operationWord(t, operation), amount: shown, currency, email })}
        >
          {shown}
          <span className={amountUnit}>{currency}</span>
        </Link>
        <span className={under}>{operationWord(t, operation)}</span>
      </td>
      <td role="cell" className={cells.maker} title={maker.email ?? name}>
        {name}
        <time className={under} dateTime={slip.madeAt} title={format.full(slip.madeMs)}>
          {format.ago(slip.madeMs, now)}
        </time>
      </td>
      <td role="cell" className={cells.reason} title={note ?? undefined}>
        {reasonWord(t, policy, reason)}
        {note ? <span className={under}>{note}</span> : null}
      </td>
      <td role="cell" className={cells.state}>
        <StatusMark kind={stateKind(state)}>{stateWord(t, state)}</StatusMark>
        <TimeWords slip={slip} now={now} />
      </td>
    </tr>
  );
});

/** Placeholder for a row that is loading. */
export const WaitingSlipRow = ({ top }: { top: number }) => (
  <tr role="row" aria-hidden="true" className={rowLook} style={{ transform: `translateY(${top}px)` }}>
    {(["deed", "email", "maker", "reason"] as const).map((name) => (
      <td key={name} className={cells[name]}>
        <Skeleton />
      </td>
    ))}
  </tr>
);
