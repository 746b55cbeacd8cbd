import { plainText } from "../../contract/text.ts";
import { figureText, isTwoWays } from "./two-ways.ts";

export interface Edited {
  /** Digits with at most one decimal point. */
  readonly value: string;
  /** Caret position. */
  readonly caret: number;
  /** Characters dropped from the input. */
  readonly refused: string;
}

/** Whether text is digits with at most one decimal point. */
const isClean = (text: string): boolean => /^\d*\.?\d*$/.test(text);

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

interface Put {
  /** Text before and after the inserted part. */
  readonly head: string;
  readonly tail: string;
  readonly put: string;
}

/** Finds the text inserted by an edit. `caretAfter` is the caret position after it: the end of the insertion. */
function putInto(before: string, raw: string, caretAfter: number): Put {
  const behind = raw.length - caretAfter;
  // Autofill may leave the caret anywhere.
  const end = before.endsWith(raw.slice(caretAfter)) ? behind : 0;
  const start = commonStart(before.slice(0, before.length - end), raw.slice(0, raw.length - end));
  const rest = raw.slice(start);
  return { head: raw.slice(0, start), tail: rest.slice(rest.length - end), put: rest.slice(0, rest.length - end) };
}

/**
 * Whether the dropped characters separate digits in a way no number separator does (two cells, a digit group, two
 * amounts), or show that a point was no decimal point, or may have been none: "1.550,50", "1.500.000".
 */
export function joinsNumbers(before: string, raw: string, caretAfter = raw.length): boolean {
  const { head, tail, put } = putInto(before, raw, caretAfter);
  // When typed key by key, each dropped character is reported as it is dropped.
  const text = figureText(head.slice(-1) + put + tail.slice(0, 1));
  if (put.length > 1 && isTwoWays(plainText(raw))) return true;
  return put.length > 1 && (/\d\.?[^\d.,'’]+\.?\d|[,'’]\s+\d/.test(text) || /\d\.\d+,\d/.test(text) || /\d\.\d{3}\.\d{3}(?!\d)/.test(text));
}

/**
 * The value of a box that held `before` after an edit left `raw` in it, whether typed, pasted, dropped or autofilled
 * (RATE-2). Existing text is kept; of the inserted text, digits are kept, plus the first point if there is none yet.
 * `before` is clean. `caretAfter` is the caret position after the edit: the end of the insertion.
 */
export function editDecimal(before: string, raw: string, caretAfter = raw.length): Edited {
  const { head, tail, put } = putInto(before, raw, caretAfter);
  let points = (head + tail).includes(".") ? 1 : 0;
  let kept = "";
  let refused = "";
  for (const char of put) {
    const stays = isClean(char) && (char !== "." || points === 0);
    if (char === ".") points += 1;
    if (stays) kept += char;
    else refused += char;
  }
  // A typed blank would join the digits around it; blanks around pasted text don't matter.
  const isBlank = put.length === 1 && /\s/.test(put) && (head + tail).length > 0;
  return { value: head + kept + tail, caret: head.length + kept.length, refused: isBlank ? "␣" : plainText(refused) };
}
