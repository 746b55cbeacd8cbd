/** Content types of the build's files; servers may have a wrong one or none. */
const types: Readonly<Record<string, string>> = {
  css: "text/css",
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  json: "application/json",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain",
  webmanifest: "application/manifest+json",
  woff2: "font/woff2",
};

const base64 = (bytes: ArrayBuffer): string => btoa(String.fromCodePoint(...new Uint8Array(bytes)));

/**
 * Whether the app's own scripts run under a Content-Security-Policy. Read like a browser does: policies are separated by commas, and
 * the first directive of a name counts.
 */
function letsScriptsRun(policies: string): boolean {
  const { protocol, hostname } = self.location;
  const isOwn = (source: string): boolean => {
    const host = source.replace(/^\w+:\/\//, "").replace(/[:/].*/, "");
    return ["'self'", "*", protocol].includes(source) || host === hostname || (host.startsWith("*.") && hostname.endsWith(host.slice(1)));
  };
  return policies.split(",").every((policy) => {
    const directives = new Map<string, readonly string[]>();
    for (const part of policy.toLowerCase().split(";")) {
      const [name = "", ...values] = part.trim().split(/\s+/);
      if (!directives.has(name)) directives.set(name, values);
    }
    const sources = directives.get("script-src-elem") ?? directives.get("script-src") ?? directives.get("default-src") ?? ["*"];
    const sandbox = directives.get("sandbox") ?? ["allow-scripts", "allow-same-origin"];
    const names = directives.get("trusted-types") ?? ["*"];
    return (
      sources.some(isOwn) &&
      !sources.includes("'strict-dynamic'") &&
      sandbox.includes("allow-scripts") &&
      sandbox.includes("allow-same-origin") &&
      (names.includes("*") || names.includes("counterfoil"))
    );
  });
}

/**
 * What isn't taken over with a file. The body is decoded, so the first three don't apply; a cache refuses or misses a file by its
 * `Vary`. The others keep a page from being shown, or its workers from being started.
 */
const dropped = [
  "content-encoding",
  "content-length",
  "transfer-encoding",
  "vary",
  "content-disposition",
  "cross-origin-embedder-policy",
  "refresh",
];

/**
 * Turns an answer into a file of the build if its content has the build's digest (SHA-256, base64). The copy gets the file's own
 * type and no redirect flag, which navigations can't use. Undefined for anything else: another status, another version's file, a
 * portal or error page; and for a page whose policy blocks the app's scripts: kept, it could never be replaced.
 */
export async function asBuilt(path: string, digest: string, answer: Response): Promise<Response | undefined> {
  if (answer.status !== 200) return undefined;
  const body = await answer.arrayBuffer();
  if (base64(await crypto.subtle.digest("SHA-256", body)) !== digest) return undefined;
  const headers = new Headers(answer.headers);
  for (const name of dropped) headers.delete(name);
  const policies = headers.get("content-security-policy");
  if (policies !== null && !letsScriptsRun(policies)) {
    if (path.endsWith(".html")) return undefined;
    headers.delete("content-security-policy");
  }
  headers.set("content-type", types[path.replace(/.*\./, "")] ?? "application/octet-stream");
  return new Response(body, { headers });
}
