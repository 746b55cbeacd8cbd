/** The columns of a table: which are shown, in which order, how wide. */
export const columns = {
  title: "Columns",
  reset: "Reset columns",
  isUsual: "The columns are as usual",
  up: "Move {{column}} up",
  down: "Move {{column}} down",
  drag: "Drag to move",
  moved: "{{column}} is now at place {{place}} of {{of}}",
  border: "Border between {{before}} and {{after}}",
  failed: "The columns could not be kept on this device",
} as const;
