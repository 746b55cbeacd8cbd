/** Which other admins look at the same user or slip. */
export const presence = {
  one: "{{name}} is here, too",
  two: "{{name}} and {{other}} are here, too",
  many_one: "{{name}} and {{count}} other are here, too",
  many_other: "{{name}} and {{count}} others are here, too",
  nameless: "Another admin",
} as const;
