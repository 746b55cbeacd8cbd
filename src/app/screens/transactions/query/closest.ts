/** Edit distance between two words. */
function distance(a: string, b: string): number {
  const letters = b.split("");
  let row = [0, ...letters.keys()].map((_, index) => index);
  for (const [i, letter] of a.split("").entries()) {
    const next = [i + 1];
    for (const [j, other] of letters.entries())
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The word probably meant: one with this prefix, or at most two edits away; undefined if none is close. */
export function closest(word: string, words: readonly string[]): string | undefined {
  const meant = word.toLowerCase();
  const begun = words.find((one) => meant !== "" && one.toLowerCase().startsWith(meant));
  if (begun !== undefined) return begun;
  const near = words.map((one) => ({ one, off: distance(meant, one.toLowerCase()) })).sort((a, b) => a.off - b.off)[0];
  return near && near.off <= Math.min(2, Math.floor(meant.length / 2)) ? near.one : undefined;
}
