/** Looking things up: a transaction by its address, many by a pasted list. */
export const lookup = {
  retry: "Retry",
  details: {
    fieldsAsOf: "Every field that the host sent, as of {{time}}",
    steps: "The list beneath",
    previous: "Previous",
    next: "Next",
    no: { previous: "This is the first row of the list", next: "This is the last row of the list" },
    notListed: "Not in the list beneath",
    changed: "Changed while open: {{fields}}",
    nothing: "There is nothing to print yet",
    asking: "Not on this device; asking the host",
    lookedFor: "Looked for: {{id}}",
    notAsked: "Not on this device, and the host was not asked",
    notAskedHint: "No usable answer came; retry once the host can be reached.",
    said: "The host said: {{message}}",
    notFound: "Not on this device, and the host did not find it",
    notFoundHint: "Only the whole id counts: check that the address was not cut short.",
  },
} as const;
