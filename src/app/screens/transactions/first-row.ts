/** The first row's `aria-rowindex`: the head is 1. */
export const firstRow = 2;
