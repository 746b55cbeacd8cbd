/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable for the keyboard. */
import { useState } from "react";
import { css } from "#styled/css";
import { useFormat } from "../../../format/use-format.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { DataTable } from "../../../ui/data-table.tsx";
import { type Bucket, kinds } from "./fold.ts";
import type { BucketLabels } from "./labels.ts";

const summary = css({ textStyle: "sm", color: "ink.muted", cursor: "pointer", _touch: { py: "3" }, _hover: { color: "ink" } });
const scroll = css({ maxHeight: "80", overflowY: "auto", marginTop: "3", _print: { maxHeight: "none", overflow: "visible" } });

const atEnd = { align: "end", kind: "figure" } as const;

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
      <DataTable<Bucket>
        label={t("chart.table")}
        rows={buckets.toReversed()}
        keyOf={({ local }) => local}
        columns={[
          { label: t("chart.start"), render: labels.full },
          ...kinds.map((kind) => ({ label: t(`chart.${kind}`), ...atEnd, render: ({ counts }: Bucket) => format.number(counts[kind]) })),
          { label: t("chart.total"), ...atEnd, render: ({ total }) => format.number(total) },
          ...(volume === undefined ? [] : [{ label: volume, ...atEnd, render: (bucket: Bucket) => format.exact(bucket.volume) }]),
          { label: t("chart.mayLackColumn"), render: ({ mayLack }) => (mayLack ? t("chart.mayLack") : "") },
        ]}
      />
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
