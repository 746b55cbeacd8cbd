import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

interface Entry {
  url: string;
  revision: string | null;
  size: number;
}

/** Gives each file that the worker keeps its digest, SHA-256 in base64, by which the worker knows it (src/sw/as-built.ts). */
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
