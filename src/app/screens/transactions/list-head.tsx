/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the rows are laid out as grids, which takes the implied roles away. */
import { type ReactNode, memo } from "react";
import { css, cx } from "#styled/css";
import { useTranslation } from "../../words/use-translation.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { type ColumnLayout, columnNames } from "./column-names.ts";
import { cells, endAligned, headCell, rowLook } from "./row-grid.ts";

const group = css({ display: "contents" });
const look = rowLook({ is: "head" });

/** Column headers; the amount's is aligned with its figures. */
export const ListHead = memo(function ListHead({ box, layout }: { box: ReactNode; layout: ColumnLayout | undefined }) {
  const { t } = useTranslation("transactions");
  return (
    <thead role="rowgroup" className={group}>
      <tr role="row" aria-rowindex={1} className={look}>
        {box}
        {(layout?.order ?? columnNames).map((column) => (
          <th key={column} role="columnheader" scope="col" className={cx(cells[column], headCell, column === "amount" && endAligned)}>
            {t(`columns.${column}`)}
          </th>
        ))}
        <th role="columnheader" scope="col" className={cells.actions}>
          <VisuallyHidden>{t("columns.actions")}</VisuallyHidden>
        </th>
        {layout?.borders}
      </tr>
    </thead>
  );
});
