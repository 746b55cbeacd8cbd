// Prints the gzip size in kB of each page's first visit, and fails above its budget.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { built, firstFiles } from "./first-visit.mjs";

/**
 * Each page's budget in kB, a ratchet (docs/performance.md).
 * @type {["/login" | "/", number][]}
 */
const budgets = [
  ["/login", 108.3],
  ["/", 185.8],
];

/** @param {number} bytes */
const kB = (bytes) => bytes / 1000;

/** @param {string} file */
const sizeOf = (file) => gzipSync(readFileSync(new URL(file, built)), { level: 9 }).length;

let over = false;
for (const [page, budget] of budgets) {
  const sizes = [...firstFiles(page)].map((file) => ({ file, size: sizeOf(file) })).sort((a, b) => b.size - a.size);
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  const isOver = kB(total) > budget;
  over ||= isOver;
  console.log(`${page}${page === "/" ? " (dashboard)" : ""}: ${kB(total).toFixed(1)} kB of ${budget} kB${isOver ? ", too much" : ""}`);
  for (const { file, size } of sizes) console.log(`  ${kB(size).toFixed(1).padStart(6)}  ${file}`);
}
process.exitCode = over ? 1 : 0;
