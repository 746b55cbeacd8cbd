/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- `display` on narrow screens takes the implied roles away. */
import { type ComponentProps, type ReactNode } from "react";
import { css, cva, cx } from "#styled/css";
import { ArrowUp } from "./icons.tsx";
import { ArrowDown } from "./more-icons.ts";

const frame = cva({
  base: {
    // Hidden content in a cell must not stretch the page.
    position: "relative",
    overflowX: "auto",
    borderWidth: "1px",
    borderColor: "line",
    borderRadius: "panel",
    bg: "surface",
    containerType: "inline-size",
  },
  variants: {
    size: {
      none: {},
      small: { containerName: "small-table" },
      medium: { containerName: "medium-table" },
      large: { containerName: "large-table" },
    },
  },
});
const block = { display: "block" } as const;
const table = css({
  width: "full",
  borderCollapse: "collapse",
  textStyle: "sm",
  _tightSmall: block,
  _tightMedium: block,
  _tightLarge: block,
});
/** Cells show their column's name here; `SortBy` replaces sortable headers. */
const headBlock = { srOnly: true, "&:has(button)": { display: "none" } } as const;
const head = css({ _tightSmall: headBlock, _tightMedium: headBlock, _tightLarge: headBlock });
const sortingPlace = css({ display: "none", _tightSmall: block, _tightMedium: block, _tightLarge: block });
const body = css({ _tightSmall: block, _tightMedium: block, _tightLarge: block });

const rowBlock = {
  display: "grid",
  gridTemplateColumns: "[repeat(auto-fill, minmax(min(12.5rem, 100%), 1fr))]",
  height: "auto",
  px: "4",
  py: "3",
  columnGap: "5",
  rowGap: "1",
  position: "relative",
  // Its menu sits in the row's corner.
  "&:has(> [data-kind=actions])": { paddingInlineEnd: "16" },
} as const;

/** Row styles of any table: hairline, hover, focus. */
export const rowLook = css({
  height: "row",
  "&:not(:last-child)": { borderBottomWidth: "1px", borderColor: "line" },
  transition: "background-color",
  transitionDuration: "fast",
  "tbody &": { _hover: { bg: "hover" } },
  _focusWithin: { bg: "hover" },
  _print: { breakInside: "avoid" },
  _tightSmall: rowBlock,
  _tightMedium: rowBlock,
  _tightLarge: rowBlock,
});

const headCell = cva({
  base: {
    px: "2",
    _firstOfType: { paddingInlineStart: "3" },
    _lastOfType: { paddingInlineEnd: "3" },
    py: "2",
    textStyle: "xs",
    fontWeight: "medium",
    color: "ink.muted",
    verticalAlign: "bottom",
    borderBottomWidth: "1px",
    borderColor: "line",
  },
  variants: { align: { start: { textAlign: "start" }, end: { textAlign: "end" } } },
  defaultVariants: { align: "start" },
});

const cellBlock = {
  display: "flex",
  justifyContent: "space-between",
  width: "auto",
  gap: "2",
  px: "0!",
  py: "0.5",
  textAlign: "end",
  // Hide the label of an empty cell.
  _empty: { display: "none" },
  _before: { content: "attr(data-label)", fontFamily: "sans", textStyle: "sm", color: "ink.muted", flexShrink: "0", textAlign: "start" },
} as const;
const actionsBlock = { position: "absolute", insetEnd: "2", top: "1.5", _before: { content: "none" } } as const;
const cell = cva({
  base: {
    px: "2",
    _first: { paddingInlineStart: "3" },
    _last: { paddingInlineEnd: "3" },
    py: "1.5",
    minWidth: "0",
    overflowWrap: "anywhere",
    _tightSmall: cellBlock,
    _tightMedium: cellBlock,
    _tightLarge: cellBlock,
  },
  variants: {
    align: { start: { textAlign: "start" }, end: { textAlign: "end" } },
    kind: {
      text: {},
      figure: { fontVariantNumeric: "tabular-nums lining-nums", whiteSpace: "nowrap" },
      mono: { fontFamily: "mono", textStyle: "xs" },
      actions: { width: "12", py: "1", textAlign: "end", _tightSmall: actionsBlock, _tightMedium: actionsBlock, _tightLarge: actionsBlock },
    },
  },
  defaultVariants: { align: "start", kind: "text" },
});

const sortButton = css({
  display: "inline-flex",
  alignItems: "center",
  gap: "1",
  fontWeight: "medium",
  textAlign: "inherit",
  "& svg": { flexShrink: "0" },
  _hover: { color: "ink" },
  _touch: { minHeight: "control", minWidth: "control" },
});

export interface TableProps {
  label: string;
  /** Width its columns need; "none": they fit everywhere. */
  size?: "none" | "small" | "medium" | "large";
  /** A `SortBy` for the layout without headers. */
  sorting?: ReactNode;
  children: ReactNode;
}

/**
 * Table for lists that fit in the page (longer ones are virtual). When narrower than its columns need (`size`), each
 * row becomes a block whose cells carry their column's name, so give every `Td` its `label`. Roles are explicit because
 * `display` removes them.
 */
export function Table({ label, size = "small", sorting, children }: TableProps) {
  return (
    <div className={frame({ size })} role="group" aria-label={label}>
      {sorting ? <div className={sortingPlace}>{sorting}</div> : null}
      <table role="table" aria-label={label} className={table}>
        {children}
      </table>
    </div>
  );
}

export const TableHead = ({ children }: { children: ReactNode }) => (
  <thead role="rowgroup" className={head}>
    <tr role="row">{children}</tr>
  </thead>
);

export const TableBody = ({ children }: { children: ReactNode }) => (
  <tbody role="rowgroup" className={body}>
    {children}
  </tbody>
);

export const Tr = ({ className, ...rest }: ComponentProps<"tr">) => <tr role="row" {...rest} className={cx(rowLook, className)} />;

export type SortDirection = "ascending" | "descending";

export interface ThProps {
  children: ReactNode;
  align?: "start" | "end";
  className?: string;
  /** Its share of the table's width, as a CSS length. */
  width?: string | undefined;
  /** Current direction, or "none" for a sortable column; omit for a plain header. */
  sort?: SortDirection | "none" | undefined;
  onSort?: (() => void) | undefined;
}

/** Column header; with `sort` and `onSort`, a sort button. */
export function Th({ children, align, className, width, sort, onSort }: ThProps) {
  return (
    <th
      role="columnheader"
      scope="col"

      aria-sort={sort}
      className={cx(headCell({ align }), className)}
      style={width ? { width } : undefined}
    >
      {onSort ? (
        <button type="button" className={sortButton} onClick={onSort}>
          {children}
          {sort === "ascending" ? <ArrowUp size={12} aria-hidden /> : sort === "descending" ? <ArrowDown size={12} aria-hidden /> : null}
        </button>
      ) : (
        children
      )}
    </th>
  );
}

export interface TdProps extends Omit<ComponentProps<"td">, "align"> {
  /** The column's name, shown beside the value on a narrow screen. */
  label?: string;
  align?: "start" | "end";
  /** `figure`: tabular figures, no wrapping; `mono`: ids, references, addresses; `actions`: the row's menu, unlabelled. */
  kind?: "text" | "figure" | "mono" | "actions";
}

export const Td = ({ label, align, kind, className, ...rest }: TdProps) => (
  <td role="cell" data-label={label} data-kind={kind} {...rest} className={cx(cell({ align, kind }), className)} />
);
