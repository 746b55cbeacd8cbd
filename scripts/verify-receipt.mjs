import { readFileSync } from "node:fs";
import { problemsOf } from "./receipt-problems.mjs";

// `npm run verify-receipt -- FILE`: says whether a receipt is valid, or what is wrong with it (docs/receipts.md).
const [file] = process.argv.slice(2);
try {
  if (file === undefined) throw new Error("name the receipt's file");
  const said = JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
  const receipt = said.data ?? said;
  const wrong = problemsOf(receipt);
  for (const problem of wrong) console.error(problem);
  const { seq, hash } = receipt.audit.head;
  if (wrong.length === 0) console.log(`${receipt.slip.reference} holds, in the log whose entry ${seq} is ${hash}`);
  else process.exitCode = 1;
} catch (error) {
  console.error(`This is no receipt that can be read: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
