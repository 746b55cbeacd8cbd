/** What may go wrong with the cache of the device before a screen stands. */
export const cache = {
  openFailedTitle: "The cache of this device can't be opened",
  openFailedText: "Nothing was changed at the host. Try again; if it stays so, reload the page or sign out.",
  newerTitle: "Another tab runs a newer version",
  newerText: "The cache of this device belongs to the newer version now. Nothing is lost: load the page again to go on with it here.",
  signOut: "Sign out",
} as const;
