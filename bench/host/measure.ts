import { readFile } from "node:fs/promises";
import { findOrInstallPostgres, howToGetPostgres, startPostgres } from "../../scripts/postgres.mjs";

const rounds = 41;

/** Duration in ms. */
export async function took(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/**
 * The median of each in ms, to two decimals; or the time at another share of the rounds, 0 being the best. Measured in rounds, so
 * that disturbances hit all alike.
 */
export async function measured(works: readonly (() => Promise<number>)[], share = 0.5): Promise<readonly number[]> {
  const times: number[][] = works.map(() => []);
  for (const work of works) await work();
  for (let round = 0; round < rounds; round += 1) for (const [at, work] of works.entries()) times[at]?.push(await work());
  return times.map((each) => Math.round(percentile(each, share) * 100) / 100);
}

export const ratio = (part: number | undefined, whole: number | undefined): string =>
  ((part ?? Number.NaN) / (whole ?? Number.NaN)).toFixed(1);

/** The percentile at `share` (0 to 1). */
export const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;

/** DATABASE_URL's PostgreSQL server, or one it starts. Rejects if there is none to start. */
export async function openServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const named = process.env["DATABASE_URL"];
  if (named !== undefined) return { url: named, stop: () => Promise.resolve() };
  const programs = await findOrInstallPostgres();
  if (!programs) throw new Error(howToGetPostgres);
  return startPostgres(programs);
}

/** A process's resident memory in MB; NaN if the system doesn't tell. */
export async function megabytesOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000);
}
