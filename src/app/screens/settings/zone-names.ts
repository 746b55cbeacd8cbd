/** Names of today that some engines list under older ones alone. */
const newer = ["Asia/Kolkata", "Asia/Ho_Chi_Minh", "Asia/Kathmandu", "Asia/Yangon", "Europe/Kyiv", "America/Nuuk", "UTC"];

/** Where an engine can't list its zones: one for each offset that many people live by. */
const usual = [
  ...["Abidjan", "Accra", "Addis_Ababa", "Cairo", "Casablanca", "Dakar", "Johannesburg", "Kinshasa", "Lagos", "Nairobi"].map(
    (city) => `Africa/${city}`,
  ),
  ...["Bogota", "Chicago", "Denver", "Halifax", "Los_Angeles", "Mexico_City", "New_York", "Sao_Paulo", "Toronto"].map(
    (city) => `America/${city}`,
  ),
  ...["Dubai", "Dhaka", "Hong_Kong", "Jakarta", "Karachi", "Riyadh", "Seoul", "Shanghai", "Singapore", "Tehran", "Tokyo"].map(
    (city) => `Asia/${city}`,
  ),
  ...["Athens", "Berlin", "Istanbul", "Lisbon", "London", "Madrid", "Moscow", "Paris"].map((city) => `Europe/${city}`),
  "Australia/Perth",
  "Australia/Sydney",
  "Pacific/Auckland",
];

function isKnown(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Every zone that the engine can show times of, by IANA name, in the alphabet's order. */
export function zoneNames(): readonly string[] {
  const listed = typeof Intl.supportedValuesOf === "function" ? Intl.supportedValuesOf("timeZone") : usual;
  return [...new Set([...listed, ...newer.filter(isKnown)])].sort();
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s_/-]+/g, " ")
    .trim();

/** The zones of a list that a typed text finds, those first whose city begins with it. */
export function zonesFor(text: string, zones: readonly string[]): readonly string[] {
  const typed = plain(text);
  const cityOf = (zone: string): string => plain(zone.slice(zone.lastIndexOf("/") + 1));
  const found = zones.filter((zone) => plain(zone).includes(typed));
  if (typed === "") return found;
  return [...found.filter((zone) => cityOf(zone).startsWith(typed)), ...found.filter((zone) => !cityOf(zone).startsWith(typed))];
}
