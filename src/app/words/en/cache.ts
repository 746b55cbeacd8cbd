/** What may go wrong with the cache of the device. */
export const cache = {
  offText: "This browser keeps nothing for this page. The app works while the host can be reached, and starts from nothing after a reload.",
  openFailedTitle: "The cache of this device can't be opened",
  openFailedText: "Nothing was changed at the host. Try again; if it stays so, reload the page or sign out.",
  silentTitle: "The cache of this device did not answer in time",
  signOutText: "Signing out wipes what this device keeps: cases, and a bulk run that isn't over, are gone then.",
  newerTitle: "Another tab runs a newer version",
  newerText: "The cache of this device belongs to the newer version now. Nothing is lost: load the page again to go on with it here.",
  signOut: "Sign out",
} as const;
