/** A sheet of more rows than this is cut in two or more. */
export const fullSheet = 96;
