/** The build's files by their endings; a server may know some of them by no type, or by another. */
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
 * An answer as a file of the build, if it is one: its content has the digest (SHA-256, base64) that the build gave it.
 * The copy has the file's own type, and no mark of a redirect, with which no navigation could be answered. Undefined for
 * anything else: another status, another version's file, a portal's or an error's page.
 */
export async function asBuilt(path: string, digest: string, answer: Response): Promise<Response | undefined> {
  if (answer.status !== 200) return undefined;
  const body = await answer.arrayBuffer();
  if (base64(await crypto.subtle.digest("SHA-256", body)) !== digest) return undefined;
  const headers = new Headers(answer.headers);
  // The body is no longer as it was sent.
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) headers.delete(name);
  headers.set("content-type", types[path.replace(/.*\./, "")] ?? "application/octet-stream");
  return new Response(body, { headers });
}
