export interface Edited {
  /** Digits with one decimal point at most. */
  readonly value: string;
  /** Where the caret belongs. */
  readonly caret: number;
  /** What was left out of what was put in. */
  readonly refused: string;
}

/** Whether text is digits with one decimal point at most. */
const isClean = (text: string): boolean => /^\d*\.?\d*$/.test(text);

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

/**
 * What a box that held `before` may hold after an edit left `raw` in it, however the edit was made: typed,
 * pasted, dropped or filled in (RATE-2). What stood there stays; of what was put in, digits stay, and the
 * first point where none stands yet. `before` is clean. `caretAfter` is where the browser has left the caret,
 * which is the end of what was put in.
 */
export function editDecimal(before: string, raw: string, caretAfter = raw.length): Edited {
  const behind = raw.length - caretAfter;
  // A form that is filled in by the browser may leave the caret anywhere.
  const end = before.endsWith(raw.slice(caretAfter)) ? behind : 0;
  const start = commonStart(before.slice(0, before.length - end), raw.slice(0, raw.length - end));
  const restRaw = raw.slice(start);
  const head = raw.slice(0, start);
  const tail = restRaw.slice(restRaw.length - end);
  const put = restRaw.slice(0, restRaw.length - end);
  let points = (head + tail).includes(".") ? 1 : 0;
  let kept = "";
  let refused = "";
  for (const char of put) {
    const stays = isClean(char) && (char !== "." || points === 0);
    if (char === ".") points += 1;
    if (stays) kept += char;
    else refused += char;
  }
  return { value: head + kept + tail, caret: head.length + kept.length, refused: refused.trim() };
}
