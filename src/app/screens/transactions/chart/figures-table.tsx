/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable for the keyboard. */
import { useState } from "react";
import { css } from "#styled/css";
import { useFormat } from "../../../format/use-format.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { Table, TableBody, TableHead, Td, Th, Tr } from "../../../ui/table.tsx";
import { type Bucket, kinds } from "./fold.ts";
import type { BucketLabels } from "./labels.ts";

const summary = css({ textStyle: "sm", color: "ink.muted", cursor: "pointer", _touch: { py: "3" }, _hover: { color: "ink" } });
const scroll = css({ maxHeight: "80", overflowY: "auto", marginTop: "3" });

interface FiguresTableProps {
  buckets: readonly Bucket[];
  /** Name of the volume's column; undefined: there is none. */
  volume: string | undefined;
  labels: BucketLabels;
}

function Figures({ buckets, volume, labels }: FiguresTableProps) {
  const { t } = useTranslation("activity");
  const format = useFormat();
  return (
    <div className={scroll} role="region" aria-label={t("chart.table")} tabIndex={0}>
      <Table label={t("chart.table")}>
        <TableHead>
          <Th>{t("chart.start")}</Th>
          {kinds.map((kind) => (
            <Th key={kind} align="end">
              {t(`chart.${kind}`)}
            </Th>
          ))}
          <Th align="end">{t("chart.total")}</Th>
          {volume === undefined ? null : <Th align="end">{volume}</Th>}
          <Th>{t("chart.mayLackColumn")}</Th>
        </TableHead>
        <TableBody>
          {buckets.toReversed().map((bucket) => (
            <Tr key={bucket.local}>
              <Td label={t("chart.start")}>{labels.full(bucket)}</Td>
              {kinds.map((kind) => (
                <Td key={kind} label={t(`chart.${kind}`)} align="end" kind="figure">
                  {format.number(bucket.counts[kind])}
                </Td>
              ))}
              <Td label={t("chart.total")} align="end" kind="figure">
                {format.number(bucket.total)}
              </Td>
              {volume === undefined ? null : (
                <Td label={volume} align="end" kind="figure">
                  {format.exact(bucket.volume)}
                </Td>
              )}
              <Td label={t("chart.mayLackColumn")}>{bucket.mayLack ? t("chart.mayLack") : ""}</Td>
            </Tr>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

/** The plots' data as a table: latest first, exact volumes. Not rendered while closed. */
export function FiguresTable(props: FiguresTableProps) {
  const { t } = useTranslation("activity");
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={summary}>{t("chart.table")}</summary>
      {open ? <Figures {...props} /> : null}
    </details>
  );
}
