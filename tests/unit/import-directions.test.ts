import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { bin, root } from "../../scripts/run.mjs";

/** One file of each room that reaches where its room must not. */
const trespasses = {
  "src/contract/a.ts": 'import { b } from "../db/b.ts";\nexport const c = b;',
  "src/db/a.ts": 'import type { B } from "../sync/b.ts";\nexport type C = B;',
  "src/db/calls.ts": 'export const c = () => fetch("/analytics/dashboard");',
  "src/sync/a.ts": 'import { b } from "../app/b.ts";\nexport const c = b;',
  "src/sync/dexie.ts": 'import type { Table } from "dexie";\nexport type C = Table;',
  "src/app/screens/a.ts": 'import { b } from "../../sync/host-client.ts";\nexport const c = b;',
  "src/app/calls.ts": 'export const c = () => fetch("/analytics/dashboard");',
  "src/app/stores.ts": 'export const c = () => indexedDB.open("x");',
  "src/sw/a.ts": 'import { b } from "../contract/b.ts";\nexport const c = b;',
  "host/a.ts": 'import { b } from "../src/sync/b.ts";\nexport const c = b;',
};
const allowed = { "src/app/fine.ts": 'import type { B } from "../sync/b.ts";\nexport type C = B;' };

test("the linter refuses every import and call that goes past a room's one door", async () => {
  const home = await mkdtemp(join(tmpdir(), "counterfoil-lint-"));
  await cp(join(root, ".oxlintrc.json"), join(home, ".oxlintrc.json"));
  for (const [path, text] of Object.entries({ ...trespasses, ...allowed })) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), text);
  }
  const report = await new Promise<string>((resolve) => {
    execFile(process.execPath, [bin("oxlint"), "--format=unix"], { cwd: home }, (_error, stdout) => resolve(stdout));
  });
  await rm(home, { recursive: true });
  const refused = Object.keys({ ...trespasses, ...allowed }).filter((path) => new RegExp(`${path}:.*no-restricted`).test(report));
  expect(refused).toEqual(Object.keys(trespasses));
});
