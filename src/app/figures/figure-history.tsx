import { useState } from "react";
import { useTranslation } from "react-i18next";
import { css } from "#styled/css";
import { type FigurePoint, useFigureHistory } from "../data/use-figure-history.ts";
import { useFormat } from "../format/use-format.ts";
import { useNow } from "../format/use-now.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "../ui/table.tsx";
import { changeOf } from "./change.ts";
import { stepPath } from "./step-path.ts";

const box = { width: 640, height: 112, pad: 6 };
const chart = css({ display: "block", width: "full", height: "28", color: "accent", overflow: "visible" });
const line = css({ fill: "none", stroke: "current", strokeWidth: "[1.75px]", vectorEffect: "non-scaling-stroke", strokeLinejoin: "round" });
const ends = css({ display: "flex", justifyContent: "space-between", gap: "4", textStyle: "xs", color: "ink.muted", marginTop: "1" });
const stack = css({ display: "flex", flexDirection: "column", gap: "4" });
const whole = css({ whiteSpace: "nowrap" });
const more = css({ display: "flex", justifyContent: "flex-start" });

/** Rows of the table before "Show all". */
const fewRows = 8;

function StepLine({ points, label }: { points: readonly FigurePoint[]; label: string }) {
  const now = useNow();
  const format = useFormat();
  const steps = points.map((point) => ({ at: point.seenAt, value: Number(point.value) }));
  const until = Math.max(now, steps.at(-1)?.at ?? now);
  return (
    <div>
      <svg className={chart} viewBox={`0 0 ${box.width} ${box.height}`} preserveAspectRatio="none" role="img" aria-label={label}>
        <path className={line} d={stepPath(steps, until, box)} />
      </svg>
      <p className={ends}>
        <span>{format.minute(steps[0]?.at ?? now, now)}</span>
        <span>{format.minute(until, now)}</span>
      </p>
    </div>
  );
}

interface FigureHistoryProps {
  /** The figure's name in the history. */
  figure: string;
  /** Its name on the screen. */
  name: string;
  show: (value: string) => string;
}

/** What this device has seen of a figure: a step line, and a table of the same values, latest first (RATE-3). */
export function FigureHistory({ figure, name, show }: FigureHistoryProps) {
  const { t } = useTranslation("rates");
  const format = useFormat();
  const now = useNow();
  const [all, setAll] = useState(false);
  const points = useFigureHistory(figure);
  if (!points || points.length === 0) return null;
  const rows = points.map((point, index) => ({ ...point, change: changeOf(points[index - 1]?.value, point.value) })).reverse();
  const shown = all ? rows : rows.slice(0, fewRows);
  const values = points.map((point) => Number(point.value));
  const extremes = {
    low: show(points[values.indexOf(Math.min(...values))]?.value ?? ""),
    high: show(points[values.indexOf(Math.max(...values))]?.value ?? ""),
  };
  return (
    <Card title={t("history.title", { name })} description={t("history.basis")}>
      <div className={stack}>
        {points.length > 1 ? <StepLine points={points} label={t("history.drawn", { name, count: points.length, ...extremes })} /> : null}
        <Table label={t("history.title", { name })}>
          <TableHead>
            <Th>{t("history.seen")}</Th>
            <Th align="end">{t("history.value")}</Th>
            <Th align="end">{t("history.change")}</Th>
            <Th>{t("history.changed")}</Th>
            <Th>{t("history.by")}</Th>
          </TableHead>
          <TableBody>
            {shown.map((point) => (
              <Tr key={point.seenAt}>
                <Td label={t("history.seen")} className={whole} title={format.full(point.seenAt)}>
                  {format.minute(point.seenAt, now)}
                </Td>
                <Td label={t("history.value")} align="end" kind="figure">
                  {show(point.value)}
                </Td>
                <Td label={t("history.change")} align="end" kind="figure">
                  {point.change.percent === undefined ? "—" : t("change.percent", { percent: format.signed(point.change.percent) })}
                </Td>
                <Td label={t("history.changed")} className={whole}>
                  {point.changedAt ? format.dateTime(new Date(point.changedAt)) : "—"}
                </Td>
                <Td label={t("history.by")} className={whole}>
                  {point.by ?? "—"}
                </Td>
              </Tr>
            ))}
          </TableBody>
        </Table>
        {rows.length > fewRows ? (
          <div className={more}>
            <Button size="small" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? t("history.fewer") : t("history.all", { count: rows.length })}
            </Button>
          </div>
        ) : null}
      </div>
    </Card>
  );
}
