/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the rows are laid out as grids, which takes the implied roles away. */
import { type ReactNode, memo } from "react";
import { css, cx } from "#styled/css";
import { spanWords } from "../../format/span.ts";
import { CopyIcon } from "../../ui/copy-button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { statusLook } from "../../ui/status-mark.tsx";
import { amountAttributes, amountWords } from "./amount.tsx";
import type { Boxes } from "./selection/transaction-selection.tsx";
import { type ColumnName, columnNames } from "./column-names.ts";
import { type Detail, type Row, detailOf, isKnownStatus, isKnownType, nameOf, statusKind } from "./looks.ts";
import { cells, inDetailsPlace, muted, notPrinted, rowHeight, rowLook, waiting } from "./row-grid.ts";
import type { RowMenuButton } from "./use-row-menu.ts";
import type { RowWords } from "./use-row-words.ts";

/** DASH-3: the reference is cut after this many characters. */
const referenceLength = 12;

const look = cx(rowLook({ is: "row" }), rowHeight);
const waitingLook = cx(look, waiting);
const bareTypeLook = cx(cells.type, inDetailsPlace);
const referenceLook = cx(cells.reference, css({ fontFamily: "mono", fontSize: "xs" }));
const ageLook = cx(muted, css({ textStyle: "xs" }));
const noReferenceLook = cx(cells.reference, muted);
/** Three dots. */
const more = css({
  _before: {
    content: '""',
    width: "3.5",
    height: "1",
    backgroundImage: "radial-gradient(circle, currentColor 1.1px, transparent 1.6px)",
    backgroundSize: "5px 100%",
    forcedColorAdjust: "preserve-parent-color",
  },
});
/** The row's menu can copy too, so this button may wait for hover or focus. */
const onSight = css({
  marginInlineStart: "0.5",
  verticalAlign: "middle",
  "[role=row]:not(:hover, :focus-within) &": { _before: { display: "none" } },
  _touch: { display: "none" },
  "@container (max-width: 59.99rem)": { display: "none" },
});

function detailWords({ is, main, aside }: Detail, { t }: RowWords): ReactNode {
  const text = main === undefined || is === "plain" ? main : t(`list.${is}`, { name: main });
  if (!aside) return text;
  return (
    <>
      {text}
      <span className={muted}>{text ? ` · ${aside}` : aside}</span>
    </>
  );
}

/** Start of a reference (DASH-3). */
const cut = (reference: string): string => (reference.length > referenceLength ? `${reference.slice(0, referenceLength)}…` : reference);

interface CellsProps {
  /** Undefined until read: the previous row's cells stay. */
  row: Row | undefined;
  words: RowWords;
  /** The menu button. */
  menu: RowMenuButton;
  /** While scrolling, rows change every frame: hover-only content waits until the list rests. */
  moving: boolean;
  /** Renders the row's checkbox, once rows can be selected. */
  boxes: Boxes | undefined;
  rowIndex: number;
  /** The visible columns; undefined: default. */
  order: readonly ColumnName[] | undefined;
}

/** The cells of one transaction. */
const Cells = memo(
  function Cells({ row, words, menu, moving, boxes, rowIndex, order = columnNames }: CellsProps) {
    if (!row) return null;
    const { t, format, now, none } = words;
    const detail = detailOf(row);
    const type = row.type?.toUpperCase();
    const status = row.status?.toUpperCase();
    const actions = t("row.actions", { what: nameOf(row) });
    const amount = { value: row.amount, currency: row.currency, format };
    const { className: sign, title: whole } = amountAttributes(amount);
    const cellOf: Record<ColumnName, ReactNode> = {
      user: (
        <td key="user" role="cell" className={cells.user}>
          {row.username || none}
        </td>
      ),
      type: (
        <td key="type" role="cell" className={detail.main || detail.aside ? cells.type : bareTypeLook}>
          {type && isKnownType(type) ? t(`types.${type}`) : <span className={muted}>{row.type || none}</span>}
        </td>
      ),
      detail: (
        <td key="detail" role="cell" className={cells.detail}>
          {detailWords(detail, words)}
        </td>
      ),
      amount: (
        <td key="amount" role="cell" className={cx(cells.amount, sign)} title={whole}>
          {amountWords(amount)}
        </td>
      ),
      status: (
        <td key="status" role="cell" className={cx(cells.status, statusLook(statusKind(status)))}>
          {status === "PENDING" ? (
            <>
              <span>{t("statuses.PENDING")}</span>
              <span className={ageLook}> {spanWords(t, now - row.at)}</span>
            </>
          ) : status && isKnownStatus(status) ? (
            t(`statuses.${status}`)
          ) : (
            row.status || none
          )}
        </td>
      ),
      reference: (
        <td
          key="reference"
          role="cell"
          className={row.reference ? referenceLook : noReferenceLook}
          title={moving ? undefined : row.reference}
        >
          {row.reference ? cut(row.reference) : none}
          {row.reference && !moving ? (
            <CopyIcon
              className={onSight}
              value={row.reference}
              label={words.copyReference}
              copied={words.referenceCopied}
              failed={words.copyFailed}
            />
          ) : null}
        </td>
      ),
      date: (
        <td key="date" role="cell" className={cells.date} title={moving ? undefined : words.whole(row.at)}>
          {words.when(row.at)}
          {words.beside ? <span className={cells.beside}>{words.beside(row.at)}</span> : null}
        </td>
      ),
    };
    return (
      <>
        {boxes?.row(row, rowIndex)}
        {order.map((column) => cellOf[column])}
        <td role="cell" className={cells.actions}>
          <IconButton {...menu.attributesOf(row)} title={moving ? undefined : actions} label={actions} className={more} />
        </td>
      </>
    );
  },
  // Starting to scroll doesn't re-render the existing rows.
  (was, is) =>
    !is.row ||
    (was.row === is.row &&
      was.words === is.words &&
      was.menu === is.menu &&
      was.boxes === is.boxes &&
      was.order === is.order &&
      (was.moving === is.moving || is.moving)),
);

interface TransactionRowProps {
  /** Undefined until read from the cache. */
  row: Row | undefined;
  /** `aria-rowindex` in the whole table; the header is 1. */
  rowIndex: number;
  /** Offset from the list's top, in px. */
  top: number;
  /** Out of sight, away from the other rows: not printed beside them. */
  aside: boolean | undefined;
  words: RowWords;
  menu: RowMenuButton;
  moving: boolean;
  boxes: Boxes | undefined;
  order: readonly ColumnName[] | undefined;
}

/**
 * One transaction. Host data is rendered as text, and the row keeps its height however long it is. Rows fetch nothing
 * themselves, as an element may draw another row in the next frame; while that one is being read, the previous cells
 * stay, hidden from everyone.
 */
export const TransactionRow = memo(function TransactionRow({
  row,
  rowIndex,
  top,
  aside,
  words,
  menu,
  moving,
  boxes,
  order,
}: TransactionRowProps) {
  return (
    <tr
      role="row"
      aria-rowindex={row ? rowIndex : undefined}
      aria-hidden={row ? undefined : true}
      className={cx(row ? look : waitingLook, aside && notPrinted)}
      style={{ transform: `translateY(${top}px)` }}
    >
      <Cells row={row} words={words} menu={menu} moving={moving} boxes={boxes} rowIndex={rowIndex} order={order} />
    </tr>
  );
});
