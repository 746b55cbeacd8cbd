/** Filtered lists that were given a name. */
export const views = {
  title: "Saved views",
  save: "Save this view…",
  saveTitle: "Save this view",
  renameTitle: "Rename the view",
  name: "Name",
  untilSignOut: "Kept on this device until you sign out, since filters and names can hold a user's data.",
  keep: "Save",
  rename: "Rename",
  remove: "Remove",
  changes: "Change the view {{name}}",
  unnamed: "Give the view a name.",
  tooMany: "There are 20 saved views already. Remove one first.",
  gone: "Another tab has removed this view.",
  failed: "The view could not be kept on this device.",
} as const;
