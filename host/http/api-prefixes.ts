/** First path segments that always belong to the API. */
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
/** The app has a page of this name; only paths below it are the API's. */
const below = new Set(["register", "reset-password", "audit"]);

/** First path segments of all calls; the development server passes them on to the host. */
export const apiPrefixes: readonly string[] = [...always, ...below];

/** Whether an unknown path gets the API's JSON 404 rather than the app. */
export function isApiPath(path: string): boolean {
  const [, first = "", second] = path.split("/");
  return always.has(first) || (below.has(first) && second !== undefined && second !== "");
}
