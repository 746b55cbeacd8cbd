import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { asBuilt } from "../../src/sw/as-built.ts";

const code = "export const shown = true;";
const digest = createHash("sha256").update(code).digest("base64");

test("[PWA-2] a file of the build is kept with its own type, its server's headers but those that would keep it from being used, and no mark of a redirect", async () => {
  const answer = new Response(code, {
    headers: {
      "content-type": "text/plain",
      "content-encoding": "gzip",
      vary: "*",
      "x-frame-options": "DENY",
      refresh: "0; url=/moved",
      "content-disposition": "attachment",
      "cross-origin-embedder-policy": "require-corp",
    },
  });
  Object.defineProperty(answer, "redirected", { value: true });
  const kept = await asBuilt("/assets/a-1.js", digest, answer);
  expect(kept?.redirected).toBe(false);
  expect(Object.fromEntries(kept?.headers ?? [])).toEqual({ "content-type": "text/javascript", "x-frame-options": "DENY" });
  expect(await kept?.text()).toBe(code);
});

test.each([
  ["a portal's page", new Response("<h1>Hotel</h1>", { headers: { "content-type": "text/html" } })],
  ["a page that calls itself a script", new Response("<h1>Hotel</h1>", { headers: { "content-type": "text/javascript" } })],
  ["another version's file", new Response(`${code}\n`)],
  ["a file that was cut short", new Response(code.slice(0, -1))],
  ["an empty answer", new Response("")],
  ["the file with another status", new Response(code, { status: 203 })],
  ["an error that carries it", new Response(code, { status: 404 })],
])("[PWA-2] %s is no file of the build", async (_, answer) => {
  expect(await asBuilt("/assets/a-1.js", digest, answer)).toBeUndefined();
});
