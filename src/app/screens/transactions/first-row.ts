/** The first row's `aria-rowindex`: the header is 1. */
export const firstRow = 2;
