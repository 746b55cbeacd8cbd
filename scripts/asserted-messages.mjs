// Lists the messages quoted in the documents that occur in some test, one a line:
//   node scripts/asserted-messages.mjs DOCUMENT...
// `diff` of two lists, from before and after a change, shows what is no longer asserted.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

const documents = process.argv.slice(2);
if (documents.length === 0) {
  console.error("usage: node scripts/asserted-messages.mjs DOCUMENT...");
  process.exit(2);
}

/** Text in double, curly or single quotes; an apostrophe inside a word is no quote. */
const quoted = /"([^"\n]{2,200})"|“([^”\n]{2,200})”|(?<![\p{L}\d])'([^\n]{2,200}?)'(?![\p{L}\d])/gu;

const messages = new Set(
  documents.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(quoted)]
      .map(([, double, curly, single]) => (double ?? curly ?? single ?? "").trim())
      .filter((text) => /\p{L}{2}/u.test(text)),
  ),
);

/** @param {string} folder @returns {string[]} */
const sourcesUnder = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourcesUnder(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });

/** Undoes escapes, as patterns in tests have them and strings don't. @param {string} text */
const plain = (text) => text.replaceAll("\\", "").replaceAll("…", "...").toLowerCase();

const tests = plain(
  sourcesUnder(join(root, "tests"))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n"),
);
const asserted = [...messages].filter((message) => tests.includes(plain(message).replace(/\.$/, ""))).sort();
for (const message of asserted) console.log(message);
console.error(`${asserted.length} of ${messages.size} quoted messages are named by a test`);
