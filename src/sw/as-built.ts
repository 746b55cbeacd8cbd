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
 * Turns an answer into a file of the build if its content has the build's digest (SHA-256, base64). The copy gets the file's own
 * type and no redirect flag, which navigations can't use. Undefined for anything else: another status, another version's file, a
 * portal or error page.
 */
export async function asBuilt(path: string, digest: string, answer: Response): Promise<Response | undefined> {
  if (answer.status !== 200) return undefined;
  const body = await answer.arrayBuffer();
  if (base64(await crypto.subtle.digest("SHA-256", body)) !== digest) return undefined;
  const headers = new Headers(answer.headers);
  // The body is decoded now, so the first three no longer apply; a cache refuses or misses a file by its `Vary`.
  for (const name of ["content-encoding", "content-length", "transfer-encoding", "vary"]) headers.delete(name);
  headers.set("content-type", types[path.replace(/.*\./, "")] ?? "application/octet-stream");
  return new Response(body, { headers });
}
