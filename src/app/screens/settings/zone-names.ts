/** Current names that some engines list only under older ones. */
const newer = ["Asia/Kolkata", "Asia/Ho_Chi_Minh", "Asia/Kathmandu", "Asia/Yangon", "Europe/Kyiv", "America/Nuuk", "UTC"];

/** Fallback if an engine can't list its zones: one for each widely used offset. */
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

/** Every zone the engine supports, by IANA name, sorted. */
export function zoneNames(): readonly string[] {
  const listed = typeof Intl.supportedValuesOf === "function" ? Intl.supportedValuesOf("timeZone") : usual;
  return [...new Set([...listed, ...newer.filter(isKnown)])].sort();
}

/** Zones are named without accents: "Bogota". */
const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[\s_/-]+/g, " ")
    .trim();

/** Zones that match a typed text; those whose city begins with it come first. */
export function zonesFor(text: string, zones: readonly string[]): readonly string[] {
  const typed = plain(text);
  const cityOf = (zone: string): string => plain(zone.slice(zone.lastIndexOf("/") + 1));
  const found = zones.filter((zone) => plain(zone).includes(typed));
  if (typed === "") return found;
  return [...found.filter((zone) => cityOf(zone).startsWith(typed)), ...found.filter((zone) => !cityOf(zone).startsWith(typed))];
}
