import { readdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { devPortProblem } from "../../scripts/dev-port.mjs";
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

test("[HOST-1] npm run dev doesn't start beside another program on its ports", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  expect(await devPortProblem(port)).toBe(`Port ${port} is taken. Set HOST_PORT to another one.`);
  await new Promise((resolve) => server.close(resolve));
  expect(await devPortProblem(port)).toBeUndefined();
  // Vite's own.
  expect(config.server?.strictPort).toBe(true);
});
