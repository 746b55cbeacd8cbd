/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/control-has-associated-label -- the rows are laid out as grids, which takes the implied roles away. */
import { css, cx } from "#styled/css";
import type { ListItem } from "../../../db/transactions/list-window.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Perforation } from "../../ui/perforation.tsx";
import { cells, muted, notPrinted, rowHeight, rowLook } from "./row-grid.ts";

export type Gap = Extract<ListItem, { is: "gap" }>;

const look = cx(rowLook({ is: "row" }), rowHeight, css({ bg: "sunken", borderColor: "transparent" }));
const inside = css({ display: "flex", alignItems: "center", gap: "3" });
/** On the row's edges, where the list is torn. */
const edge = css({ position: "absolute", insetInline: "0", top: "-0.5" });
const lowerEdge = css({ position: "absolute", insetInline: "0", bottom: "-0.5" });
const words = css({ flex: "1", minWidth: "0" });

/** A gap in the cached list, drawn as a tear, with a button to fetch it (SYNC-2). */
export function GapRow({
  gap,
  rowIndex,
  top,
  aside,
  loading,
  onLoad,
}: {
  gap: Gap;
  rowIndex: number;
  top: number;
  aside: boolean | undefined;
  loading: boolean;
  onLoad: () => void;
}) {
  const { t } = useTranslation(["transactions", "common"]);
  const format = useFormat();
  const now = useNow();
  const span =
    gap.from === undefined ? undefined : t("list.gapSpan", { from: format.minute(gap.to, now), to: format.minute(gap.from, now) });
  return (
    <tr role="row" aria-rowindex={rowIndex} className={cx(look, aside && notPrinted)} style={{ transform: `translateY(${top}px)` }}>
      <td role="cell" aria-colspan={8} className={cells.whole}>
        <div className={inside}>
          <span className={edge}>
            <Perforation />
          </span>
          <span className={words}>
            {t("list.gap")}
            {span ? <span className={muted}>{` · ${span}`}</span> : null}
          </span>
          <Button size="small" busy={loading} onClick={onLoad}>
            {loading ? t("common:loading") : t("list.gapLoad")}
          </Button>
          <span className={lowerEdge}>
            <Perforation />
          </span>
        </div>
      </td>
    </tr>
  );
}
