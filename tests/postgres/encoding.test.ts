import { afterEach, expect, test } from "vitest";
import { makeDatabase } from "../host/support/server-database.ts";
import { readyOrigin, spawnHost } from "../host/support/spawned-host.ts";

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

test.each(["LATIN1", "SQL_ASCII"])(
  "[HOST-1] a database that keeps text as %s is refused in one line that says what to do",
  async (encoding) => {
    const { url, drop } = await makeDatabase(undefined, encoding);
    undo.push(drop);
    const { child, ended, said } = spawnHost({ DATABASE_URL: url }, ["--users=1", "--transactions=1"]);
    undo.push(() => child.kill("SIGKILL"));
    expect(await ended).toBe(1);
    const line = `^The database .+ can't be used: its encoding is ${encoding}, not UTF8\\. Make another one: createdb --encoding UTF8 .+\\.$`;
    expect(said().trim()).toMatch(new RegExp(line));
  },
);

test.each([
  ["C", true],
  ["C.UTF-8", false],
])("[HOST-1] a start on a database with the locale %s logs that searches miss capitals: %s", async (locale, isTold) => {
  const { url, drop } = await makeDatabase(undefined, "UTF8", locale);
  undo.push(drop);
  const host = spawnHost({ DATABASE_URL: url }, ["--users=1", "--transactions=1"]);
  undo.push(() => host.child.kill("SIGKILL"));
  await readyOrigin(host);
  expect(/searches miss capitals beyond A to Z/.test(host.said())).toBe(isTold);
});
