/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the rows are laid out as grids, which takes the implied roles away. */
import { useEffect } from "react";
import { css, cx } from "#styled/css";
import type { JudgedRow } from "../../../db/money/bulk/judge.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { EmailText } from "../../parts/email-text.tsx";
import { statusLook } from "../../ui/status-mark.tsx";
import { printedNote, rowFrame } from "../../lists/row-frame.ts";
import { useMeasuredRows } from "../../lists/use-measured-rows.ts";
import { listFrame } from "../../ui/list-frame.ts";
import { EvidenceList } from "./evidence-list.tsx";
import { type Numbering, verdictKind, whyWords } from "./verdict-words.ts";

/** Minimum row height, in px; rows with more content grow. */
const rowPx = 44;

const area = css({
  maxHeight: "[max(20rem, calc(100dvh - 22rem))]",
  overflowY: "auto",
  overflowX: "hidden",
  overscrollBehavior: "contain",
  scrollPaddingTop: "9",
  _print: { maxHeight: "none", overflow: "visible" },
});
const table = css({ display: "block" });
const contents = css({ display: "contents" });
const body = css({ display: "block", position: "relative", _print: { height: "auto!" } });
const columns = css({
  gridTemplateColumns: "[3.5rem 3.25rem minmax(9rem, 1.3fr) minmax(9rem, 1fr) 11.5rem minmax(10rem, 2fr)]",
  columnGap: "4",
  "@container (max-width: 57.99rem)": {
    gridTemplateColumns: "[3.5rem 3rem minmax(0, 1.7fr) minmax(0, 1fr) 11.5rem]",
    "& > td:last-child": { gridColumn: "3 / -1", _empty: { display: "none" } },
    "& > th:last-child": { srOnly: true },
  },
  "@container (max-width: 41.99rem)": {
    gridTemplateColumns: "[1.75rem 2.5rem minmax(0, 1fr)]",
    columnGap: "2",
    px: "3",
    "& > td:is(:nth-child(4), :nth-child(5))": { gridColumn: "3", textAlign: "start" },
    "& > th:is(:nth-child(1), :nth-child(4), :nth-child(5))": { srOnly: true },
    "& > th:nth-child(2)": { gridColumn: "2" },
  },
});
const head = css({
  "& > th": { fontWeight: "medium", textAlign: "start" },
  "& > th:nth-child(4)": { textAlign: "end" },
});
const row = css({
  py: "2",
  rowGap: "0.5",
  "&[data-found=true]": { bg: "accent.soft" },
});
const number = css({ color: "ink.muted", fontVariantNumeric: "tabular-nums lining-nums" });
const whole = css({ minWidth: "0", overflowWrap: "anywhere" });
const money = css({ textAlign: "end", minWidth: "0", overflowWrap: "anywhere", fontVariantNumeric: "tabular-nums lining-nums" });
const taken = css({ color: "danger" });
const unit = css({ color: "ink.muted", fontSize: "xs" });
const why = css({ minWidth: "0", overflowWrap: "anywhere", color: "ink.muted" });
const label = css({
  display: "inline-flex",
  alignItems: "center",
  justifyContent: "center",
  width: "6",
  height: "6",
  _touch: { width: "11", height: "11", margin: "[-0.5rem]" },
});
const box = css({ width: "4", height: "4", accentColor: "accent" });

interface RehearsalTableProps {
  name: string;
  rows: readonly JudgedRow[];
  numbering: Numbering;
  /** Line to scroll to, highlight and focus; a new object does so again. */
  found: { readonly line: number } | undefined;
  onShowLine: (line: number) => void;
  onTick: (row: JudgedRow, isTicked: boolean) => void;
}

/** Every row with its verdict; virtual, with a few dozen in the DOM. */
export function RehearsalTable({ name, rows, numbering, found, onShowLine, onTick }: RehearsalTableProps) {
  const { t } = useTranslation(["rehearsal", "common"]);
  const format = useFormat();
  const { scroller, onFocus, virtualizer } = useMeasuredRows(rows.length, rowPx, (index) => rows[index]?.file.line);
  const place = rows.findIndex(({ file }) => file.line === found?.line);
  useEffect(() => {
    if (!found || place < 0) return;
    virtualizer.scrollToIndex(place, { align: "center" });
    // It is drawn after the scroll.
    const frame = requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>("[data-found=true]")?.focus());
    return () => cancelAnimationFrame(frame);
  }, [scroller, virtualizer, place, found]);
  return (
    <div className={listFrame}>
      <p className={printedNote}>{t("printed")}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it */}
      <div ref={scroller} className={area} role="group" aria-label={t("table", { name })} tabIndex={0}>
        <table role="table" className={table} aria-label={t("table", { name })} aria-rowcount={rows.length + 1}>
          <thead role="rowgroup" className={contents}>
            <tr role="row" aria-rowindex={1} className={cx(rowFrame({ is: "head" }), columns, head)}>
              {(["tick", numbering.isList ? "place" : "line", "user", "amount", "verdict", "detail"] as const).map((column) => (
                <th key={column} role="columnheader" scope="col">
                  {t(`head.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className={body} style={{ height: virtualizer.getTotalSize() }} onFocus={onFocus}>
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const one = rows[index];
              if (!one) return null;
              const { file, planned, verdict, evidence, isTicked } = one;
              const sentences = whyWords(t, format, one);
              return (
                <tr
                  key={file.line}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  data-found={file.line === found?.line}
                  tabIndex={file.line === found?.line ? -1 : undefined}
                  role="row"
                  aria-rowindex={index + 2}
                  className={cx(rowFrame({ is: "row" }), columns, row)}
                  style={{ minHeight: rowPx, transform: `translateY(${start}px)` }}
                >
                  <td role="cell">
                    <label className={label}>
                      <input
                        type="checkbox"
                        className={box}
                        aria-label={t(numbering.isList ? "tickPlace" : "tickLine", { line: file.line })}
                        checked={isTicked}
                        disabled={planned === undefined}
                        onChange={(event) => onTick(one, event.target.checked)}
                      />
                    </label>
                  </td>
                  <td role="cell" className={number}>
                    {file.line}
                  </td>
                  <td role="cell" className={whole}>
                    <EmailText value={planned?.email ?? file.email ?? ""} />
                  </td>
                  <td role="cell" className={cx(money, planned?.operation === "deduct" && taken)}>
                    {planned
                      ? `${t(`operations.${planned.operation}`)} ${format.exact(planned.amount)}`
                      : `${file.operation} ${file.amountText}`}{" "}
                    <span className={unit}>{file.currency}</span>
                  </td>
                  <td role="cell">
                    <span className={statusLook(verdictKind[verdict])}>{t(`verdicts.${verdict}`)}</span>
                  </td>
                  <td role="cell" className={why}>
                    <EvidenceList t={t} numbering={numbering} evidence={evidence} onShowLine={onShowLine} />
                    {sentences.map((sentence) => (
                      <p key={sentence}>{sentence}</p>
                    ))}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}
