/** First path segments that are the API's in every method. */
const always = new Set([
  "adminsignin",
  "analytics",
  "usermanagement",
  "deleteuser",
  "2FA-Disable",
  "delete-pin",
  "admin",
  "api",
  "pending",
  "updateuseraddress",
  "funduser",
  "set-fee",
  "marker",
  "onramp",
  "offramp",
  "admingiftcard",
  "asset-markdown",
  "fetching",
  "healthz",
  "readyz",
  "metrics",
]);
/** The app has a page of this name; only what lies below it is the API's. */
const below = new Set(["register", "reset-password", "audit"]);

/** Whether an unknown path belongs to the API, and so gets a JSON 404 instead of the app. */
export function isApiPath(path: string): boolean {
  const [, first = "", second] = path.split("/");
  return always.has(first) || (below.has(first) && second !== undefined && second !== "");
}
