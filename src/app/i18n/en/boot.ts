/** What may go wrong before a screen stands. */
export const boot = {
  configTitle: "The app can't start: config.json is wrong",
  configField: "{{field}} {{problem}}.",
  configProblem: "{{problem}}.",
  configHelp:
    "The settings beside the app say which host to talk to, and a wrong host is worse than none. Correct the file on the server, then try again.",
  openFailedTitle: "The cache of this device can't be opened",
  openFailedText: "Nothing was changed at the host. Try again; if it stays so, reload the page or sign out.",
  crashTitle: "This screen broke",
  crashText: "What the host and the cache hold is untouched. Load the page again to go on.",
  chunkTitle: "A part of the app could not be loaded",
  chunkText: "The connection may be down, or a new version has replaced this one. Load the page again to go on.",
  newerTitle: "Another tab runs a newer version",
  newerText: "The cache of this device belongs to the newer version now. Nothing is lost: load the page again to go on with it here.",
  reload: "Reload",
  signOut: "Sign out",
} as const;
