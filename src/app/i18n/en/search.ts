/** The search language, the command palette and the keys. */
export const search = {
  mistakes: {
    unknownTerm: "At {{place}}: “{{text}}” is no term. The terms are {{expected}}; put it in quotes to search for the text itself.",
    operator: "At {{place}}: only amounts are compared. Write a colon in place of “{{text}}”.",
    noValue: "At {{place}}: {{text}} needs a value.",
    noListedValue: "At {{place}}: {{text}} needs a value: {{expected}}.",
    openQuote: "At {{place}}: a quote opens and none closes.",
    twice: "At {{place}}: {{text}} stands here for the second time; a list can be filtered by it once.",
    unknownValue: "At {{place}}: “{{text}}” is none of {{expected}}.",
    notAmount: "At {{place}}: “{{text}}” is no amount. Write digits, with a point before decimals: 1000.50",
    notDay: "At {{place}}: “{{text}}” is no date. Write year, month and day: 2026-01-31",
    turned: "At {{place}}: {{text}} is before {{expected}}, the day from which the list begins.",
    tooLong: "At {{place}}: longer than {{expected}} characters.",
    take: "Use {{suggestion}}",
  },
} as const;
