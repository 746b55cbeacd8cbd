/** Attributes of a box whose text stays as typed: the browser suggests, capitalizes, corrects and checks nothing. */
export const verbatim = { autoComplete: "off", autoCapitalize: "off", autoCorrect: "off", spellCheck: false } as const;
