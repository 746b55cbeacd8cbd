import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`));
}

/**
 * A hash of the files' names and contents, and Node's version; timestamps don't matter.
 * @param {string[]} paths relative to the project's folder
 */
export function fingerprint(paths) {
  const hash = createHash("sha256").update(process.versions.node);
  for (const file of paths.flatMap(filesUnder)) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}
