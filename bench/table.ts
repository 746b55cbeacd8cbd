import { readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { root } from "../scripts/run.mjs";

/** The conditions of a measurement: date, cores, load and browser. */
export const machine = (browserVersion: string, load = loadavg()[0] ?? 0): string =>
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores at a load of ${load.toFixed(1)}, Chromium ${browserVersion}`;

/** Replaces the lines between the comments of this name in docs/performance.md. */
export async function putTable(name: string, lines: readonly string[]): Promise<void> {
  const path = `${root}docs/performance.md`;
  const page = await readFile(path, "utf8");
  const enclosed = new RegExp(`(<!-- ${name} -->)[^]*(<!-- /${name} -->)`);
  if (!enclosed.test(page)) throw new Error(`docs/performance.md has no place for the table "${name}"`);
  await writeFile(
    path,
    page.replace(enclosed, (_all, begin: string, end: string) => [begin, "", ...lines, "", end].join("\n")),
  );
}
