import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isOfAnotherSystem, noteSystem } from "../../scripts/install.mjs";

test("[HOST-1] packages that were installed on another system are told, those of an unknown one count as this one's", () => {
  const folder = mkdtempSync(join(tmpdir(), "counterfoil-install-"));
  expect(isOfAnotherSystem(folder)).toBe(false);
  noteSystem(folder);
  expect(isOfAnotherSystem(folder)).toBe(false);
  writeFileSync(join(folder, ".installed-on"), "darwin riscv");
  expect(isOfAnotherSystem(folder)).toBe(true);
  rmSync(folder, { recursive: true });
});
