import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { databaseFolder } from "../../host/db/embedded-dir.ts";
import { spawnHost } from "./support/spawned-host.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "counterfoil-embedded-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function put(path: string, content = ""): void {
  mkdirSync(dirname(join(dataDir, path)), { recursive: true });
  writeFileSync(join(dataDir, path), content);
}
const whole = ["PG_VERSION", "global/pg_control", "base/1/1", "pg_wal/1", "pg_xact/0", "pg_multixact/0", "postgresql.conf"];
const makes = async (folder: string): Promise<void> => writeFileSync(join(folder, "PG_VERSION"), "made");
const refuses = (): Promise<void> => Promise.reject(new Error("made another database"));

describe("[HOST-1] the folder of the embedded database", () => {
  test("is made where there is none, or an empty one, and takes its place when it is whole", async () => {
    expect(await databaseFolder(dataDir, makes)).toBe(join(dataDir, "postgres"));
    expect(readFileSync(join(dataDir, "postgres/PG_VERSION"), "utf8")).toBe("made");
    rmSync(join(dataDir, "postgres/PG_VERSION"));
    await databaseFolder(dataDir, makes);
    expect(readdirSync(dataDir)).toEqual(["postgres"]);
  });

  test("that was broken off while it was made is made anew", async () => {
    await expect(databaseFolder(dataDir, refuses)).rejects.toThrow("made another database");
    put("postgres.new/half", "x");
    await databaseFolder(dataDir, makes);
    expect(existsSync(join(dataDir, "postgres/half"))).toBe(false);
  });

  test("is used where it is whole", async () => {
    for (const file of whole) put(`postgres/${file}`);
    expect(await databaseFolder(dataDir, refuses)).toBe(join(dataDir, "postgres"));
  });

  test.each([
    ["PG_VERSION", "PG_VERSION"],
    ["global/pg_control", "global/pg_control"],
    ["base/1/1", "base/1"],
    ["pg_wal/1", "pg_wal"],
  ])("is refused and left as it is where %s is gone", async (file, named) => {
    for (const one of whole) if (one !== file) put(`postgres/${one}`, "precious");
    const before = readdirSync(join(dataDir, "postgres"), { recursive: true });
    await expect(databaseFolder(dataDir, refuses)).rejects.toThrow(`isn't whole (${named} is missing), so it is left as it is.`);
    expect(readdirSync(join(dataDir, "postgres"), { recursive: true })).toEqual(before);
  });

  test("is not made inside another one", async () => {
    put("PG_VERSION", "18");
    await expect(databaseFolder(dataDir, refuses)).rejects.toThrow("DATA_DIR names the database's own folder");
  });

  test("a start on one that isn't whole is one line and exit code 1", async () => {
    put("postgres/base/1/1259", "precious");
    const host = spawnHost({ DATA_DIR: dataDir });
    expect(await host.ended).toBe(1);
    expect(host.said().trim()).toBe(
      `The database in ${join(dataDir, "postgres")} isn't whole (PG_VERSION is missing), so it is left as it is. Restore it from a backup, or set DATA_DIR to another folder.`,
    );
    expect(readdirSync(dataDir)).toEqual(["postgres"]);
  }, 60_000);
});
