/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the rows are laid out as grids, which takes the implied roles away. */
import { css, cx } from "#styled/css";
import { Skeleton } from "../../ui/skeleton.tsx";
import { cells, rowHeight, rowLook } from "./row-grid.ts";

const look = cx(rowLook({ is: "row" }), rowHeight);
const widths = {
  wide: css({ width: "[70%]" }),
  middle: css({ width: "[50%]" }),
};

/** Keeps a row's place until it has been read from the cache. */
export const WaitingRow = ({ top }: { top: number }) => (
  <tr role="row" aria-hidden="true" className={look} style={{ transform: `translateY(${top}px)` }}>
    <td className={cells.user}>
      <Skeleton still className={widths.wide} />
    </td>
    <td className={cells.type}>
      <Skeleton still className={widths.middle} />
    </td>
    <td className={cells.detail}>
      <Skeleton still className={widths.wide} />
    </td>
    <td className={cells.amount}>
      <Skeleton still className={widths.middle} />
    </td>
    <td className={cells.status}>
      <Skeleton still className={widths.wide} />
    </td>
  </tr>
);
