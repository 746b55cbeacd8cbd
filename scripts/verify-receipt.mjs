import { readFileSync } from "node:fs";
import { problemsOf } from "./receipt-problems.mjs";

// `npm run verify-receipt -- FILE`: says whether a receipt is valid, or what is wrong with it (docs/receipts.md).
const [file] = process.argv.slice(2);
/** What a file says as one line: a terminal obeys control characters, and would show a verdict that the file brings along. */
const line = (/** @type {string} */ text) =>
  text.replaceAll(/[\p{Cc}\p{Bidi_C}\u2028\u2029]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
try {
  if (file === undefined) throw new Error("name the receipt's file");
  const said = JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
  const receipt = said.data ?? said;
  const wrong = problemsOf(receipt);
  for (const problem of wrong) console.error(line(problem));
  const { seq, hash } = receipt.audit.head;
  if (wrong.length === 0) console.log(line(`${receipt.slip.reference} holds, in the log whose entry ${seq} is ${hash}`));
  else process.exitCode = 1;
} catch (error) {
  console.error(line(`This is no receipt that can be read: ${error instanceof Error ? error.message : String(error)}`));
  process.exitCode = 1;
}
