// Prints what the first visit of a page loads, in gzip kB, and fails above its budget. Counted: the styles and
// scripts of index.html, what they import, and the chunks that the page asks for by itself before it stands.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const dist = new URL("../dist/app/", import.meta.url);
/** @param {number} bytes */
const kB = (bytes) => bytes / 1000;

/**
 * Each page's budget in kB, a ratchet on the way to the goal (130 kB and 180 kB, docs/performance.md), and the
 * sources of the lazy chunks that it needs.
 */
const pages = {
  "/login": { budget: 112, chunks: ["src/app/main.tsx", "src/app/screens/auth/sign-in-screen.tsx"] },
  "/ (dashboard)": {
    budget: 198,
    chunks: [
      "src/app/main.tsx",
      "src/app/routes/signed-in.tsx",
      "src/sync/start-sync.ts",
      "src/app/boot/search-worker.ts",
      "src/app/screens/transactions/dashboard-screen.tsx",
      "src/app/i18n/en/transactions.ts",
    ],
  },
};

/** @returns {Record<string, { file: string, css?: string[], imports?: string[] }>} */
function readManifest() {
  try {
    return JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));
  } catch {
    console.error("There is no built app to measure. Build it first: npm run build");
    process.exit(1);
  }
}

const manifest = readManifest();

/**
 * The files of a chunk and of everything that it imports statically.
 * @param {string} key
 * @param {Set<string>} files
 * @param {Set<string>} seen
 */
function follow(key, files, seen) {
  if (seen.has(key)) return;
  seen.add(key);
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no chunk of its own for ${key}: the list of pages in this script is out of date.`);
  for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
  for (const imported of chunk.imports ?? []) follow(imported, files, seen);
}

/** @param {string} file */
const sizeOf = (file) => gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length;

/** The script that runs before the first paint; no chunk of the build's. */
const theme = /assets\/theme-[\w-]+\.js/.exec(readFileSync(new URL("index.html", dist), "utf8"))?.[0] ?? "";

let over = false;
for (const [page, { budget, chunks }] of Object.entries(pages)) {
  const files = new Set([theme]);
  const seen = new Set();
  for (const key of ["index.html", ...chunks]) follow(key, files, seen);
  const sizes = [...files].map((file) => ({ file, size: sizeOf(file) })).sort((a, b) => b.size - a.size);
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  const isOver = kB(total) > budget;
  over ||= isOver;
  console.log(`${page}: ${kB(total).toFixed(1)} kB of ${budget} kB${isOver ? ", too much" : ""}`);
  for (const { file, size } of sizes) console.log(`  ${kB(size).toFixed(1).padStart(6)}  ${file}`);
}
process.exitCode = over ? 1 : 0;
