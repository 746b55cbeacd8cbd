/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the rows are laid out as grids, which takes the implied roles away. */
import { css, cx } from "#styled/css";
import { printedNote } from "../../../lists/row-frame.ts";
import { useMeasuredRows } from "../../../lists/use-measured-rows.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { Badge, type Tone } from "../../../ui/badge.tsx";
import { isTickable } from "./use-rehearsal.ts";
import type { Rehearsed } from "./rehearse.ts";
import type { Results, RowResult } from "./results.ts";
import { useRowWords } from "./row-words.ts";

/** Minimum row height, in px; rows with more content grow. */
const rowPx = 52;

const area = css({
  maxHeight: "[min(24rem, 45dvh)]",
  overflowY: "auto",
  overscrollBehavior: "contain",
  scrollPaddingTop: "9",
  borderWidth: "1px",
  borderColor: "line",
  borderRadius: "panel",
  bg: "surface",
  _print: { maxHeight: "none", overflow: "visible" },
});
const table = css({ display: "block", width: "full", textStyle: "sm" });
const body = css({ display: "block", position: "relative", _print: { height: "auto!" } });
const grid = css({
  display: "grid",
  gridTemplateColumns: "[2.25rem 3.25rem minmax(7rem, 12rem) 6.5rem minmax(0, 1fr)]",
  alignItems: "center",
  columnGap: "2",
  px: "3",
  // The rate and the details go on their own lines.
  smDown: {
    gridTemplateColumns: "[2rem 2.5rem minmax(0, 1fr)]",
    "& > th:is(:nth-child(3), :last-child)": { srOnly: true },
    "& > td:is(:nth-child(3), :last-child)": { gridColumn: "1 / -1" },
    "& > td:nth-child(3)": { gridRow: "2" },
  },
});
const head = css({
  position: "sticky",
  top: "0",
  zIndex: "sticky",
  bg: "surface",
  height: "9",
  borderBottomWidth: "1px",
  borderColor: "line",
  textStyle: "xs",
  fontWeight: "medium",
  color: "ink.muted",
  "& th": { textAlign: "start", fontWeight: "medium" },
});
const line = css({
  position: "absolute",
  insetInline: "0",
  top: "0",
  py: "1.5",
  rowGap: "1",
  borderBottomWidth: "1px",
  borderColor: "line",
  _print: { position: "static", transform: "none!", breakInside: "avoid" },
  _hover: { bg: "hover" },
});
const number = css({ color: "ink.muted", fontVariantNumeric: "tabular-nums lining-nums" });
const whole = css({ overflowWrap: "anywhere" });
const label = css({
  display: "inline-flex",
  alignItems: "center",
  justifyContent: "center",
  width: "6",
  height: "6",
  _touch: { width: "11", height: "11", margin: "[0 -0.5rem]" },
});
const box = css({ width: "4", height: "4", accentColor: "accent" });

const tones: Record<Rehearsed["is"], Tone> = { new: "accent", changed: "processing", unchanged: "neutral", wrong: "failed" };
const resultTones: Record<RowResult["is"], Tone> = { stored: "done", refused: "failed", missing: "failed", unknown: "unknown" };

interface RehearsalTableProps {
  rows: readonly Rehearsed[];
  ticked: ReadonlySet<number>;
  results: Results;
  onTick: (row: number, ticked: boolean) => void;
  locked: boolean;
}

/** Every row of the file with its effect; virtual, with a few dozen in the DOM. */
export function RehearsalTable({ rows, ticked, results, onTick, locked }: RehearsalTableProps) {
  const { t } = useTranslation("giftCards");
  const wordsOf = useRowWords();
  const { scroller, onFocus, virtualizer } = useMeasuredRows(rows.length, rowPx, (index) => rows[index]?.row);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
    <div ref={scroller} className={area} tabIndex={0} role="region" aria-label={t("bulk.table")}>
      <p className={printedNote}>{t("bulk.printed")}</p>
      <table role="table" aria-label={t("bulk.table")} aria-rowcount={rows.length + 1} className={table}>
        <thead role="rowgroup" className={cx(head, css({ display: "block" }))}>
          <tr role="row" aria-rowindex={1} className={cx(grid, css({ height: "9" }))}>
            <th role="columnheader">{t("bulk.columns.tick")}</th>
            <th role="columnheader">{t("bulk.columns.row")}</th>
            <th role="columnheader">{t("bulk.columns.what")}</th>
            <th role="columnheader">{t("bulk.columns.state")}</th>
            <th role="columnheader">{t("bulk.columns.detail")}</th>
          </tr>
        </thead>
        <tbody role="rowgroup" className={body} style={{ height: virtualizer.getTotalSize() }} onFocus={onFocus}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            if (!row) return null;
            const result = results.get(row.row);
            const { what, detail } = wordsOf(row, result);
            return (
              <tr
                key={row.row}
                ref={virtualizer.measureElement}
                data-index={index}
                role="row"
                aria-rowindex={index + 2}
                className={cx(grid, line)}
                style={{ minHeight: rowPx, transform: `translateY(${start}px)` }}
              >
                <td role="cell">
                  <label className={label}>
                    <input
                      type="checkbox"
                      className={box}
                      aria-label={t("bulk.tick", { row: row.row })}
                      checked={ticked.has(row.row)}
                      disabled={locked || !isTickable(row)}
                      onChange={(event) => onTick(row.row, event.target.checked)}
                    />
                  </label>
                </td>
                <td role="cell" className={number}>
                  {row.row}
                </td>
                <td role="cell" className={whole}>
                  {what}
                </td>
                <td role="cell">
                  {result ? (
                    <Badge tone={resultTones[result.is]}>{t(`bulk.results.${result.is}`)}</Badge>
                  ) : (
                    <Badge tone={tones[row.is]}>{t(`bulk.states.${row.is}`)}</Badge>
                  )}
                </td>
                <td role="cell" className={whole}>
                  {detail}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
