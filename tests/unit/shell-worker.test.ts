import { expect, test, vi } from "vitest";

/** A path in a variable: the compiler would take the types of a worker's globals into all tests. */
const worker: string = "../../src/sw/worker.ts";

test("[PWA-2] where the browser's cache storage fails, pages and files come from the server", async () => {
  const listeners = new Map<string, (event: object) => void>();
  vi.stubGlobal("self", {
    __WB_MANIFEST: [
      { url: "index.html", revision: "x" },
      { url: "assets/main-1.js", revision: "y" },
    ],
    navigator: {},
    location: { origin: "http://app.test" },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
  });
  const refuse = () => Promise.reject(new DOMException("Unexpected internal error.", "UnknownError"));
  vi.stubGlobal("caches", { open: refuse, match: refuse });
  vi.stubGlobal("fetch", async ({ url }: Request) => new Response(`the server's ${url}`));
  await import(/* @vite-ignore */ worker);
  const ask = (path: string, mode: RequestMode): Promise<string> =>
    new Promise((resolve, reject) => {
      const respondWith = (answer: Promise<Response>): void => void answer.then((found) => resolve(found.text()), reject);
      listeners.get("fetch")?.({ request: { url: `http://app.test${path}`, method: "GET", mode }, respondWith });
    });
  for (const [path, mode] of [
    ["/users", "navigate"],
    ["/", "navigate"],
    ["/assets/main-1.js", "cors"],
    ["/assets/earlier-0.js", "cors"],
  ] as const)
    expect(await ask(path, mode)).toBe(`the server's http://app.test${path}`);
  vi.unstubAllGlobals();
});

test("[PWA-3] a page of this version or of 0.1.0 can have a waiting worker take over", async () => {
  const listeners = new Map<string, (event: object) => void>();
  const skipWaiting = vi.fn(async () => {});
  vi.stubGlobal("self", {
    __WB_MANIFEST: [{ url: "index.html", revision: "x" }],
    navigator: {},
    location: { origin: "http://app.test" },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    skipWaiting,
  });
  vi.resetModules();
  await import(/* @vite-ignore */ worker);
  const post = (data: unknown): void => listeners.get("message")?.({ data, ports: [] });
  post({ is: "take over" });
  expect(skipWaiting).toHaveBeenCalledTimes(1);
  // Workbox's own word, by which 0.1.0 asks.
  post({ type: "SKIP_WAITING" });
  expect(skipWaiting).toHaveBeenCalledTimes(2);
  vi.unstubAllGlobals();
});
