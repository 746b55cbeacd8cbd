import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { bin, root } from "../../scripts/run.mjs";

/** For each room, one file that imports what its room must not. */
const trespasses = {
  "src/contract/a.ts": 'import { b } from "../db/b.ts";\nexport const c = b;',
  "src/db/a.ts": 'import type { B } from "../sync/b.ts";\nexport type C = B;',
  "src/db/calls.ts": 'export const c = () => fetch("/analytics/dashboard");',
  "src/sync/a.ts": 'import { b } from "../app/b.ts";\nexport const c = b;',
  "src/sync/dexie.ts": 'import type { Table } from "dexie";\nexport type C = Table;',
  "src/sync/feeds/a.ts": 'import { MutationPermit } from "../wire/host-client.ts";\nexport const c = MutationPermit;',
  "src/app/screens/a.ts": 'import { b } from "../../sync/wire/host-client.ts";\nexport const c = b;',
  "src/app/calls.ts": 'export const c = () => fetch("/analytics/dashboard");',
  "src/app/stores.ts": 'export const c = () => indexedDB.open("x");',
  "src/sw/a.ts": 'import { b } from "../contract/b.ts";\nexport const c = b;',
  "host/a.ts": 'import { b } from "../src/sync/b.ts";\nexport const c = b;',
};
const allowed = {
  "src/app/fine.ts": 'import type { B } from "../sync/b.ts";\nexport type C = B;',
  "src/sync/feeds/fine.ts": 'import { fillPath } from "../wire/host-client.ts";\nexport const c = fillPath;',
};

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

/** The rooms of src, bottom up: a room may import earlier ones, and types from any. */
const rooms = {
  "src/db": ["store", "figures", "transactions", "files", "money", "people", "audit", "desk", "search", "first-sight"],
  "src/sync": ["state", "wire", "tabs", "storage", "live", "transactions", "feeds", "money", "session"],
  "src/app": [
    "state",
    "words",
    "format",
    "csv",
    "ui",
    "data",
    "parts",
    "cases",
    "lists",
    "deeds",
    "figures",
    "session",
    "screens",
    "frame",
    "start",
  ],
};

/** The files that a file needs at run time; type imports are erased by then. */
function neededBy(file: string): string[] {
  const imports = readFileSync(file, "utf8").matchAll(
    /^(?:import|export)(?! type\b)\s([^;"]*?)(?:from\s)?"(\.[^"]+)"|import\("(\.[^"]+)"\)/gm,
  );
  return [...imports].flatMap(([, names = "", from, lazy]) => {
    const onlyTypes = /^\{(\s*type\s[^,}]+,?)+\s*\}\s*$/.test(names);
    const needed = lazy ?? (onlyTypes ? undefined : from);
    return needed === undefined ? [] : [join(dirname(file), needed)];
  });
}

test.each(Object.entries(rooms))("in %s no room uses one above it", (area, order) => {
  const home = join(root, area);
  const placeOf = (file: string): number => {
    const [room = "", ...rest] = relative(home, file).split("/");
    // Files outside the rooms belong to none.
    return rest.length === 0 ? Number.NaN : order.indexOf(room);
  };
  const files = readdirSync(home, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  expect(files.filter((file) => placeOf(join(home, file)) === -1)).toEqual([]);
  const upwards = files.flatMap((file) =>
    neededBy(join(home, file))
      .filter((needed) => needed.startsWith(`${home}/`) && placeOf(needed) > placeOf(join(home, file)))
      .map((needed) => `${file} uses ${relative(home, needed)}`),
  );
  expect(upwards).toEqual([]);
});
