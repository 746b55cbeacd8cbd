/** A sheet with more rows is split. */
export const fullSheet = 96;
