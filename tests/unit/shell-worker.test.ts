import { createHash } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";

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

/** Cache storage as a browser has it; paths and requests are looked up alike. */
class FakeCaches {
  readonly all = new Map<string, Map<string, Response>>();

  async open(name: string) {
    const files = this.all.get(name) ?? new Map<string, Response>();
    this.all.set(name, files);
    return {
      match: async (path: string) => files.get(path)?.clone(),
      put: async (path: string, file: Response) => void files.set(path, file),
      delete: async (path: string) => files.delete(path),
      keys: async () => [...files.keys()].map((path) => ({ url: `http://app.test${path}` })),
    };
  }

  keys = async () => [...this.all.keys()];

  async match(path: string): Promise<Response | undefined> {
    for (const files of this.all.values()) if (files.has(path)) return files.get(path)?.clone();
    return undefined;
  }

  delete = async (name: string) => this.all.delete(name);
}

test("[PWA-2] what the browser has dropped of the shell is kept again at the next start, and opens offline", async () => {
  const build = { "index.html": "the page", "assets/main-1.js": "the app" };
  const revision = (text: string): string => createHash("sha256").update(text).digest("base64");
  const listeners = new Map<string, (event: object) => void>();
  vi.stubGlobal("self", {
    __WB_MANIFEST: Object.entries(build).map(([url, text]) => ({ url, revision: revision(text) })),
    navigator: {},
    registration: { installing: null, waiting: null },
    clients: { matchAll: async () => [] },
    location: { origin: "http://app.test" },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
  });
  const caches = new FakeCaches();
  vi.stubGlobal("caches", caches);
  let isOffline = false;
  vi.stubGlobal("fetch", async (asked: string | Request) => {
    const path = typeof asked === "string" ? asked : new URL(asked.url).pathname;
    if (isOffline) throw new TypeError("Failed to fetch");
    return new Response(Object.entries(build).find(([url]) => `/${url}` === path)?.[1] ?? "no such file");
  });
  vi.resetModules();
  await import(/* @vite-ignore */ worker);
  const send = async (name: string, event: object = {}): Promise<void> => {
    const work: Promise<unknown>[] = [];
    listeners.get(name)?.({ ...event, waitUntil: (one: Promise<unknown>) => void work.push(one) });
    await Promise.all(work);
  };
  const ask = (path: string, mode: RequestMode): Promise<string> =>
    new Promise((resolve, reject) => {
      const respondWith = (answer: Promise<Response>): void => void answer.then((found) => resolve(found.text()), reject);
      listeners.get("fetch")?.({ request: { url: `http://app.test${path}`, method: "GET", mode }, respondWith });
    });
  const expectOffline = async (): Promise<void> => {
    isOffline = true;
    expect(await ask("/users", "navigate")).toBe("the page");
    expect(await ask("/", "navigate")).toBe("the page");
    expect(await ask("/assets/main-1.js", "cors")).toBe("the app");
    isOffline = false;
  };
  await send("install");
  await expectOffline();
  // All of it, and a single file.
  const [shell] = await caches.keys();
  for (const drop of [() => caches.all.clear(), () => caches.all.get(shell ?? "")?.delete("/assets/main-1.js")]) {
    drop();
    await send("message", { data: { is: "sweep" }, ports: [] });
    await expectOffline();
  }
  vi.unstubAllGlobals();
});

const numbered = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`/assets/part-${n}.js`, `part ${n}`]));
const packOf = (texts: Record<string, string>) => (): Response => Response.json(texts);
const portal = (): Response => new Response("<!doctype html>", { headers: { "content-type": "text/html" } });

test.each([
  ["takes its small files from a pack", packOf(numbered(60)), [], 0],
  ["fetches alone what a pack has otherwise", packOf({ ...numbered(60), "/assets/part-7.js": "of another version" }), [], 1],
  ["fetches alone what a pack lacks", packOf(numbered(40)), [], 20],
  ["does without a pack in whose place a portal's page comes", portal, [], 60],
  ["asks for no pack where an earlier version has most files", portal, Object.entries(numbered(55)), 5],
])("[PWA-2] an install %s", async (_, pack, earlier, alone) => {
  const build = { "/index.html": "the page", ...numbered(60) };
  const files = new Map<string, string>(Object.entries(build));
  const listeners = new Map<string, (event: object) => void>();
  vi.stubGlobal("self", {
    __WB_MANIFEST: [...files, ["/assets/pack-1.json", ""]].map(([path = "", text = ""]) => ({
      url: path.slice(1),
      revision: createHash("sha256").update(text).digest("base64"),
    })),
    navigator: {},
    location: { origin: "http://app.test" },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
  });
  const caches = new FakeCaches();
  vi.stubGlobal("caches", caches);
  for (const [path, text] of earlier) await (await caches.open("shell-earlier")).put(path, new Response(text));
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return path.includes("pack") ? pack() : new Response(files.get(path));
  });
  vi.resetModules();
  await import(/* @vite-ignore */ worker);
  const work: Promise<unknown>[] = [];
  listeners.get("install")?.({ waitUntil: (one: Promise<unknown>) => void work.push(one) });
  await Promise.all(work);
  expect(asked.filter((path) => path.startsWith("/assets/part-"))).toHaveLength(alone);
  expect(asked.includes("/assets/pack-1.json")).toBe(earlier.length === 0);
  const kept = caches.all.get((await caches.keys()).at(-1) ?? "") ?? new Map<string, Response>();
  expect([...kept.keys()].toSorted()).toEqual(["/", "/dashboard", ...files.keys()].toSorted());
  for (const [path, text] of files) expect(await kept.get(path)?.clone().text()).toBe(text);
  vi.unstubAllGlobals();
});

test.each([
  ["says that it has none", () => new Response("not found", { status: 404 })],
  ["sends the app's page", () => new Response("<!doctype html>", { headers: { "content-type": "text/html" } })],
])("[PWA-3] a file of the build that is kept no more, and of which the server %s, brings the version that waits", async (_, answer) => {
  const listeners = new Map<string, (event: object) => void>();
  const waiting = { postMessage: vi.fn() };
  vi.stubGlobal("self", {
    __WB_MANIFEST: [{ url: "assets/main-1.js", revision: "x" }],
    navigator: {},
    registration: { waiting },
    location: { origin: "http://app.test" },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
  });
  const caches = new FakeCaches();
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("fetch", async () => answer());
  vi.resetModules();
  await import(/* @vite-ignore */ worker);
  const ask = (path: string): Promise<Response> =>
    new Promise((resolve, reject) => {
      const respondWith = (given: Promise<Response>): void => void given.then(resolve, reject);
      listeners.get("fetch")?.({ request: { url: `http://app.test${path}`, method: "GET", mode: "cors" }, respondWith });
    });
  await (await caches.open("shell-before")).put("/assets/kept-0.js", new Response("kept"));
  await ask("/assets/kept-0.js");
  expect(waiting.postMessage).not.toHaveBeenCalled();
  await ask("/assets/main-1.js");
  expect(waiting.postMessage).toHaveBeenCalledExactlyOnceWith({ is: "take over", type: "SKIP_WAITING" });
  vi.unstubAllGlobals();
});

test.each([
  [
    "takes over at once from 0.1.0, whose pages stop at this version's config.json and take no newer one",
    "workbox-precache-v2-http://app.test/",
    1,
  ],
  ["waits beside any later one", "shell-before", 0],
])("[PWA-3, CONF-1] an installed version %s", async (_, cache, times) => {
  const listeners = new Map<string, (event: object) => void>();
  const skipWaiting = vi.fn(async () => {});
  const page = "the page";
  vi.stubGlobal("self", {
    __WB_MANIFEST: [{ url: "index.html", revision: createHash("sha256").update(page).digest("base64") }],
    navigator: {},
    location: { origin: "http://app.test" },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    skipWaiting,
  });
  const caches = new FakeCaches();
  await caches.open(cache);
  vi.stubGlobal("caches", caches);
  let answer = new Response("not yet", { status: 503 });
  vi.stubGlobal("fetch", async () => answer.clone());
  vi.resetModules();
  await import(/* @vite-ignore */ worker);
  const install = async (): Promise<void> => {
    const work: Promise<unknown>[] = [];
    listeners.get("install")?.({ waitUntil: (one: Promise<unknown>) => void work.push(one) });
    await Promise.all(work);
  };
  await expect(install()).rejects.toThrow("can't be had");
  expect(skipWaiting).not.toHaveBeenCalled();
  answer = new Response(page);
  await install();
  expect(skipWaiting).toHaveBeenCalledTimes(times);
  vi.unstubAllGlobals();
});

/** Starts the worker of a build with a page and a script, against a server that answers with `serve`. */
async function startWorker(serve: (path: string) => Response | Promise<Response>) {
  const build = { "index.html": "the page", "assets/home-1.txt": "the start's page", "assets/main-1.js": "the app" };
  const listeners = new Map<string, (event: object) => void>();
  const windows: object[] = [];
  const locks: { name: string }[] = [];
  const scope = {
    __WB_MANIFEST: Object.entries(build).map(([url, text]) => ({
      url,
      revision: createHash("sha256").update(text).digest("base64"),
    })),
    navigator: { locks: { request: (_: string, run: () => unknown) => run(), query: async () => ({ held: locks }) } },
    registration: { installing: null, waiting: null as { postMessage: (message: unknown) => void } | null },
    clients: { matchAll: async () => windows },
    location: new URL("http://app.test"),
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
  };
  const caches = new FakeCaches();
  const routes: { readonly condition: { readonly urlPattern: unknown; readonly requestDestination?: string } }[] = [];
  const built = (path: string): string | undefined => Object.entries(build).find(([url]) => `/${url}` === path)?.[1];
  let answer = (path: string): Response | Promise<Response> => new Response(built(path), { headers: { "content-security-policy": "a" } });
  vi.stubGlobal("self", scope);
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("fetch", async (asked: string | { url: string }) =>
    answer(typeof asked === "string" ? asked : new URL(asked.url).pathname),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.resetModules();
  await import(/* @vite-ignore */ worker);
  const send = async (name: string, event: object = {}): Promise<void> => {
    const work: Promise<unknown>[] = [];
    listeners.get(name)?.({ ...event, waitUntil: (one: Promise<unknown>) => void work.push(one) });
    await Promise.all(work);
  };
  const install = () => send("install", { addRoutes: async (route: (typeof routes)[number]) => void routes.push(route) });
  await install();
  answer = serve;
  return {
    caches,
    scope,
    windows,
    locks,
    routes,
    built,
    install,
    start: () => send("message", { data: { is: "sweep" }, ports: [] }),
    ask: (is: string) => new Promise((resolve) => void send("message", { data: { is }, ports: [{ postMessage: resolve }] })),
    fetchPart: (path: string, cache: RequestCache): Promise<Response> =>
      new Promise((resolve, reject) => {
        const respondWith = (given: Promise<Response>): void => void given.then(resolve, reject);
        listeners.get("fetch")?.({ request: { url: `http://app.test${path}`, method: "GET", mode: "cors", cache }, respondWith });
      }),
    policies: () =>
      Promise.all(
        ["/index.html", "/", "/dashboard"].map(async (path) => (await caches.match(path))?.headers.get("content-security-policy")),
      ),
    text: async (path: string) => (await caches.match(path))?.text(),
  };
}

test("[CONF-1, PWA-2] a start takes over the headers that the server sends with the same page by now, for its other addresses too", async () => {
  let body = "the page";
  const { policies, start, text, ask } = await startWorker(
    () => new Response(body, { headers: { "content-security-policy": "b", "content-encoding": "gzip" } }),
  );
  expect(await policies()).toEqual(["a", "a", "a"]);
  // Another build's page, or one of something in front of the server.
  body = "another page";
  await start();
  expect(await ask("renew page")).toBeUndefined();
  expect(await policies()).toEqual(["a", "a", "a"]);
  body = "the page";
  await start();
  expect(await policies()).toEqual(["b", "b", "b"]);
  expect([await text("/index.html"), await text("/")]).toEqual(["the page", "the start's page"]);
  expect(await ask("renew page")).toBe("b");
});

const unusable = [
  { is: "script-src without quotes", policy: "default-src 'self'; script-src self" },
  { is: "default-src 'none'", policy: "default-src 'none'" },
  { is: "another origin's scripts", policy: "script-src https://cdn.example" },
  { is: "nonces", policy: "script-src 'self' 'nonce-1' 'strict-dynamic'" },
  { is: "a sandbox", policy: "Sandbox allow-scripts" },
  { is: "no Trusted Types policy of ours", policy: "trusted-types dompurify" },
  { is: "a second policy", policy: "script-src 'self', default-src 'none'" },
];
test.each(unusable)("[PWA-2] a policy under which the page's own scripts can't run ($is) isn't taken over", async ({ policy }) => {
  let sent = policy;
  const { policies, start, ask, install, caches, built } = await startWorker(
    (path) => new Response(built(path), { headers: { "content-security-policy": sent } }),
  );
  await start();
  expect(await ask("renew page")).toBeUndefined();
  expect(await policies()).toEqual(["a", "a", "a"]);
  caches.all.clear();
  await expect(install()).rejects.toThrow("/index.html can't be had");
  // Any other file is kept without it: a worker's policy is that of its own file.
  expect((await caches.match("/assets/main-1.js"))?.headers.get("content-security-policy")).toBeNull();
  sent = "script-src https://app.test/assets/; default-src 'none'";
  await start();
  expect(await policies()).toEqual([sent, sent, sent]);
});

test("[CONF-1, PWA-2] while a gateway's sign-in is under way, a start from the cache leaves the worker aside; one that the server answers ends it", async () => {
  let server = async (): Promise<Response> => Promise.reject(new TypeError("redirected to another origin"));
  const { caches, start } = await startWorker(() => server());
  const settings = await caches.open("settings");
  await settings.put("/step-aside", new Response(String(Date.now() + 60_000)));
  await start();
  expect(await settings.match("/step-aside")).toBeDefined();
  server = async () => new Response("<!doctype html>Let me in");
  await start();
  expect(await settings.match("/step-aside")).toBeDefined();
  server = async () => new Response("the page");
  await start();
  expect(await settings.match("/step-aside")).toBeUndefined();
});

test("[PWA-3] the cache of 0.1.0 stays while one of its tabs may be open", async () => {
  const { caches, start, windows, locks } = await startWorker(() => new Response("the page"));
  const oldest = "workbox-precache-v2-http://app.test/";
  await caches.open(oldest);
  windows.push({}, {});
  locks.push({ name: "counterfoil-page /assets/main-1.js" });
  await start();
  expect(await caches.keys()).toContain(oldest);
  windows.pop();
  await start();
  expect(await caches.keys()).not.toContain(oldest);
});

test("[PWA-2, PWA-3] a page that lacks a file reaches the worker past the static routes, which gets it anew or lets the waiting version take over", async () => {
  let answer = (): Response => new Response("the app");
  const { caches, fetchPart, routes, scope, text } = await startWorker(() => answer());
  const assets = routes.filter(({ condition }) => condition.urlPattern === "/assets/*");
  // A fetch() has none.
  expect(assets.map(({ condition }) => condition.requestDestination)).toEqual(["script", "style", "font", "worker"]);
  const [shell = ""] = await caches.keys();
  const path = "/assets/main-1.js";
  await (await caches.open(shell)).put(path, new Response("spoilt"));
  expect(await (await fetchPart(path, "reload")).text()).toBe("the app");
  expect(await text(path)).toBe("the app");

  const waiting = { postMessage: vi.fn() };
  scope.registration.waiting = waiting;
  answer = () => new Response("no such file", { status: 404 });
  await (await caches.open(shell)).delete(path);
  await fetchPart(path, "reload");
  expect(waiting.postMessage).toHaveBeenCalledExactlyOnceWith({ is: "take over", type: "SKIP_WAITING" });
});
