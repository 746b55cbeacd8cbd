/** What may go wrong before a screen stands. */
export const boot = {
  crashTitle: "This screen broke",
  crashText: "What the host and the cache hold is untouched. Load the page again to go on.",
  chunkTitle: "A part of the app could not be loaded",
  chunkText: "The connection may be down, or a new version has replaced this one. Load the page again to go on.",
  reload: "Reload",
} as const;
