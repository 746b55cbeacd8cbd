import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/run.mjs";
import config from "../../vite.config.ts";

test("[HOST-1] the development server passes every call of the contract on to the host", async () => {
  const patterns = Object.keys(config.server?.proxy ?? {}).map((pattern) => new RegExp(pattern));
  const folder = join(root, "src/contract");
  const modules = await Promise.all(
    readdirSync(folder)
      .filter((name) => name.endsWith(".ts"))
      .map((name): Promise<object> => import(join(folder, name))),
  );
  const paths = modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]: [string, unknown]) => {
      if (name.endsWith("Path") && typeof value === "string") return [value];
      return typeof value === "object" && value !== null && "path" in value && typeof value.path === "string" ? [value.path] : [];
    }),
  );
  expect(paths.length).toBeGreaterThan(40);
  expect(paths.filter((path) => !patterns.some((pattern) => pattern.test(path)))).toEqual([]);
});
