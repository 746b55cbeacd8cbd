import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { MiddlewareHandler } from "hono";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
  ".map": "application/json",
};
const compressible = new Set([".html", ".js", ".css", ".json", ".webmanifest", ".svg", ".txt", ".map"]);

type Encoding = "br" | "gzip" | "identity";

interface StaticFile {
  readonly type: string;
  readonly etag: string;
  readonly cacheControl: string;
  /** The bytes in an encoding; compressed once. */
  readonly encoded: (encoding: Encoding) => Promise<Uint8Array>;
  readonly compressible: boolean;
}

function load(path: string, url: string): StaticFile {
  const bytes = readFileSync(path);
  const extension = extname(path);
  const made = new Map<Encoding, Promise<Uint8Array>>([["identity", Promise.resolve(bytes)]]);
  const compress = (encoding: Encoding): Promise<Uint8Array> =>
    encoding === "br"
      ? brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
      : gzipped(bytes, { level: 9 });
  return {
    type: types[extension] ?? "application/octet-stream",
    etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
    // Files with hashed names never change; all others must be revalidated, or updates are missed.
    cacheControl: url.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    compressible: compressible.has(extension) && bytes.length > 512,
    encoded: (encoding) => {
      const ready = made.get(encoding) ?? compress(encoding);
      made.set(encoding, ready);
      return ready;
    },
  };
}

function loadAll(directory: string): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  if (!existsSync(directory)) return files;
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const url = `/${relative(directory, path).split(sep).join("/")}`;
    files.set(url, load(path, url));
  }
  return files;
}

function encodingFor(accepted: string, file: StaticFile): Encoding {
  if (!file.compressible) return "identity";
  const refused = (name: string): boolean => new RegExp(`\\b${name}\\s*;\\s*q=0(\\.0*)?(\\s|,|$)`).test(accepted);
  if (/\bbr\b/.test(accepted) && !refused("br")) return "br";
  return /\bgzip\b/.test(accepted) && !refused("gzip") ? "gzip" : "identity";
}

const looksLikeFile = (path: string): boolean => path.startsWith("/assets/") || types[extname(path)] !== undefined;

/**
 * Serves the built app from memory: files by path, and index.html for any page, as the app does its own routing. A missing file is
 * a 404: index.html instead of a script would mix two versions.
 */
export function staticFiles(directory: string): MiddlewareHandler {
  const files = loadAll(directory);
  return async (c, next) => {
    if (c.req.method !== "GET" && c.req.method !== "HEAD") return next();
    const path = c.req.path;
    const file = files.get(path) ?? (looksLikeFile(path) ? undefined : files.get("/index.html"));
    if (file === undefined) {
      const missing = files.size === 0 ? "The app is not built. Run: npm run build\n" : "Not found\n";
      return c.text(missing, files.size === 0 ? 503 : 404);
    }
    const encoding = encodingFor(c.req.header("Accept-Encoding") ?? "", file);
    c.header("ETag", file.etag);
    c.header("Cache-Control", file.cacheControl);
    c.header("Vary", "Accept-Encoding");
    if (c.req.header("If-None-Match")?.includes(file.etag)) return c.body(null, 304);
    c.header("Content-Type", file.type);
    if (encoding !== "identity") c.header("Content-Encoding", encoding);
    const bytes = await file.encoded(encoding);
    c.header("Content-Length", String(bytes.length));
    return c.req.method === "HEAD" ? c.body(null) : c.body(new Uint8Array(bytes));
  };
}
