/** How something that was sent to the host ended, in the words that every screen shares. */
export const deeds = {
  unknown: "Outcome unknown",
  refusedHint: "The host refused, so nothing was changed.",
  hostSaid: "The host said: {{message}}",
  reverse: "Reverse…",
  blocked: {
    offline: "Nothing was sent: the host can't be reached. Try again once the connection is back.",
    running: "Nothing was sent: the same is on its way already, here or in another tab.",
    unsettled: "Nothing was sent: an earlier try with an unknown outcome stands in the way. Settle it first.",
    sent: "The same was sent while this confirmation was open, for example from another tab, or while this device's clock ran ahead. Nothing was sent now. To send it once more, cancel and confirm anew; after a clock that ran ahead, once the time it showed has passed.",
    expired: "Nothing was sent: your session has run out. Enter your PIN and try again.",
    journal: "Nothing was sent: this device can't write its journal.",
  },
} as const;
