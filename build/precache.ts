import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

interface Entry {
  url: string;
  revision: string | null;
  size: number;
}

/** Scripts and styles of at most so many bytes are packed; of workers none, since their own answers' headers count. */
const smallFile = 16_384;
/** Bytes of content after which a pack is full: an install that broke off fetches those again that it hadn't finished. */
const fullPack = 200_000;

/**
 * Lists each precached file with its SHA-256 digest in base64, which the worker verifies (src/sw/as-built.ts); and packs of the small
 * ones, from which it installs in a fraction of the requests.
 */
export const precache =
  (outDir: string) =>
  (entries: Entry[]): { manifest: Entry[]; warnings: string[] } => {
    const list = (url: string, content: string | Buffer): Entry => ({
      url,
      revision: createHash("sha256").update(content).digest("base64"),
      size: content.length,
    });
    const manifest = entries.map(({ url }) => list(url, readFileSync(`${outDir}/${url}`)));
    const small = manifest.filter(({ url, size }) => size <= smallFile && /^assets\/(?!.*\.worker-).*\.(js|css)$/.test(url));
    let pack: Record<string, string> = {};
    let bytes = 0;
    for (const { url, size } of small) {
      pack[`/${url}`] = readFileSync(`${outDir}/${url}`, "utf8");
      bytes += size;
      if (bytes < fullPack && url !== small.at(-1)?.url) continue;
      const text = JSON.stringify(pack);
      const hash = createHash("sha256").update(text).digest("base64url").slice(0, 7);
      writeFileSync(`${outDir}/assets/pack-${hash}.json`, text);
      manifest.push(list(`assets/pack-${hash}.json`, text));
      [pack, bytes] = [{}, 0];
    }
    return { manifest, warnings: [] };
  };
