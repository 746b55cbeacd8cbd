const rounds = 41;

/** How long it takes, in ms. */
export async function took(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** The median of each in ms, to a hundredth; all of them in turns, so that what disturbs one disturbs the others. */
export async function measured(works: readonly (() => Promise<number>)[]): Promise<readonly number[]> {
  const times: number[][] = works.map(() => []);
  for (const work of works) await work();
  for (let round = 0; round < rounds; round += 1) for (const [at, work] of works.entries()) times[at]?.push(await work());
  return times.map((each) => Math.round((each.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN) * 100) / 100);
}

export const ratio = (part: number | undefined, whole: number | undefined): string =>
  ((part ?? Number.NaN) / (whole ?? Number.NaN)).toFixed(1);
