/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- `display` on narrow screens takes the implied roles away. */
import { ArrowDown, ArrowUp } from "lucide-react";
import { type ComponentProps, type ReactNode } from "react";
import { css, cva, cx } from "#styled/css";

/** Positioned, so that what is hidden in it from sight alone doesn't widen the page. */
const frame = css({
  position: "relative",
  overflowX: "auto",
  borderWidth: "1px",
  borderColor: "line",
  borderRadius: "panel",
  bg: "surface",
});
const table = css({ width: "full", borderCollapse: "collapse", textStyle: "sm", smDown: { display: "block" } });
const head = css({ smDown: { srOnly: true } });
const body = css({ smDown: { display: "block" } });

/** The look of a row of any table: hairline, hover, focus. */
export const rowLook = css({
  height: "row",
  "&:not(:last-child)": { borderBottomWidth: "1px", borderColor: "line" },
  transition: "background-color",
  transitionDuration: "fast",
  "tbody &": { _hover: { bg: "hover" } },
  _focusWithin: { bg: "hover" },
  smDown: { display: "grid", gridTemplateColumns: "1fr", height: "auto", px: "4", py: "3", gap: "1" },
});

const headCell = cva({
  base: {
    px: "3",
    py: "2",
    textStyle: "xs",
    fontWeight: "medium",
    color: "ink.muted",
    whiteSpace: "nowrap",
    borderBottomWidth: "1px",
    borderColor: "line",
  },
  variants: { align: { start: { textAlign: "start" }, end: { textAlign: "end" } } },
  defaultVariants: { align: "start" },
});

const cell = cva({
  base: {
    px: "3",
    py: "1.5",
    minWidth: "0",
    overflowWrap: "anywhere",
    smDown: {
      display: "flex",
      justifyContent: "space-between",
      gap: "4",
      px: "0",
      py: "0.5",
      textAlign: "end",
      _before: { content: "attr(data-label)", color: "ink.muted", flexShrink: "0", textAlign: "start" },
    },
  },
  variants: {
    align: { start: { textAlign: "start" }, end: { textAlign: "end" } },
    kind: {
      text: {},
      figure: { fontVariantNumeric: "tabular-nums lining-nums", whiteSpace: "nowrap" },
      mono: { fontFamily: "mono", textStyle: "xs" },
    },
  },
  defaultVariants: { align: "start", kind: "text" },
});

const sortButton = css({
  display: "inline-flex",
  alignItems: "center",
  gap: "1",
  fontWeight: "medium",
  _hover: { color: "ink" },
  _touch: { minHeight: "control" },
});

/**
 * A table for lists that fit in the page (longer ones are virtual). Under 640 px each row becomes a readable
 * block whose cells carry their column's name, so give every `Td` its `label`. The roles are written out,
 * since `display` takes them away.
 */
export function Table({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={frame}>
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
  /** The direction now, or "none" for a column that can be sorted; without it the head is plain. */
  sort?: SortDirection | "none";
  onSort?: () => void;
}

/** A column's head; with `sort` and `onSort` it is a button that sorts. */
export function Th({ children, align, sort, onSort }: ThProps) {
  return (
    <th role="columnheader" scope="col" aria-sort={sort} className={headCell({ align })}>
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
  /** `figure`: tabular figures that don't wrap; `mono`: ids, references, addresses. */
  kind?: "text" | "figure" | "mono";
}

export const Td = ({ label, align, kind, className, ...rest }: TdProps) => (
  <td role="cell" data-label={label} {...rest} className={cx(cell({ align, kind }), className)} />
);
