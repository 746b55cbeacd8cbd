import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

interface Entry {
  url: string;
  revision: string | null;
  size: number;
}

/** Sets each precached file's revision to its SHA-256 digest in base64, which the worker verifies (src/sw/as-built.ts). */
export const withDigests =
  (outDir: string) =>
  (entries: Entry[]): { manifest: Entry[]; warnings: string[] } => ({
    manifest: entries.map((entry) => ({
      ...entry,
      revision: createHash("sha256")
        .update(readFileSync(`${outDir}/${entry.url}`))
        .digest("base64"),
    })),
    warnings: [],
  });
