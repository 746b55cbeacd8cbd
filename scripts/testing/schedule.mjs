/**
 * @typedef {{
 *   name: string,
 *   cores: number,
 *   after?: string[],
 *   run: () => Promise<import("./results.mjs").TestResult[]>,
 * }} Part `cores`: how many it keeps busy; `after`: the parts that it waits for
 */

/**
 * Runs parts in parallel while cores are free, in order except for those that wait for others.
 * @param {Part[]} parts
 * @param {number} cores
 * @param {(part: Part, results: import("./results.mjs").TestResult[], seconds: number) => void} ended
 */
export async function runSideBySide(parts, cores, ended) {
  const waiting = [...parts];
  const known = new Set(parts.map(({ name }) => name));
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {Map<string, Promise<void>>} */
  const running = new Map();
  let free = cores;

  /** @param {Part} part */
  async function run(part) {
    const started = Date.now();
    const results = await part.run();
    ended(part, results, Math.round((Date.now() - started) / 1000));
    free += Math.min(part.cores, cores);
    done.add(part.name);
    running.delete(part.name);
  }

  while (waiting.length > 0 || running.size > 0) {
    for (let at = 0; at < waiting.length;) {
      const part = waiting[at];
      const isReady = part?.after?.every((name) => !known.has(name) || done.has(name)) ?? true;
      if (!part || !isReady || Math.min(part.cores, cores) > free) {
        at += 1;
        continue;
      }
      waiting.splice(at, 1);
      free -= Math.min(part.cores, cores);
      running.set(part.name, run(part));
    }
    await Promise.race(running.values());
  }
}
