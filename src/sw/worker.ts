/// <reference lib="webworker" />

import { asBuilt } from "./as-built.ts";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string }[] };

/** Paths and SHA-256 digests (base64) of what the build made. */
const made = self.__WB_MANIFEST.map(({ url, revision }) => [`/${url}`, revision] as const);
const isPack = (path: string): boolean => /^\/assets\/pack-[^/]*\.json$/.test(path);
/** The build's files: path to digest. */
const files = new Map<string, string>(made.filter(([path]) => !isPack(path)));
/** Paths of JSON objects from paths to contents, with all of its small scripts and styles (build/precache.ts). */
const packs = made.flatMap(([path]) => (isPack(path) ? [path] : []));

/** Changes with any file of the build. */
function buildName(): string {
  let hash = 5381;
  for (const char of JSON.stringify([...files])) hash = (Math.imul(hash, 33) ^ (char.codePointAt(0) ?? 0)) >>> 0;
  return hash.toString(36);
}

// Each build has its own shell cache, so that two can coexist: pages of the previous build keep using its chunks until the last one
// is closed.
const shell = `shell-${buildName()}`;
const settings = "settings";
const page = "/index.html";
/** Paths that start at the dashboard, without a query. */
const homeAddresses = ["/", "/dashboard"];
/** Their page: loads the first sight's script first, then the app. */
const home = [...files.keys()].find((path) => /^\/assets\/home-.*\.txt$/.test(path)) ?? page;
/** Files with hashed names are identical in every build that has them. */
const isHashed = (path: string): boolean => path.startsWith("/assets/");

const locks = self.navigator.locks as LockManager | undefined;

/** Runs exclusively: the active worker must not sweep away a shell that is being installed. */
const alone = <T>(run: () => Promise<T>): Promise<T> => (locks ? locks.request("counterfoil-shell", run) : run());

/** Finds a file as built: in the caches, on the server, or on the server bypassing the HTTP cache. */
async function findFile(path: string, digest: string, kept: readonly Cache[]): Promise<Response> {
  const places = [
    ...kept.map((cache) => () => cache.match(path)),
    ...(["no-cache", "reload"] as const).map((mode) => () => fetch(path, { cache: mode }).catch(() => undefined)),
  ];
  for (const ask of places) {
    const answer = await ask();
    const file = answer && (await asBuilt(path, digest, answer));
    if (file) return file;
  }
  throw new Error(`${path} can't be had as the build made it`);
}

const pathsIn = async (cache: Cache): Promise<string[]> => (await cache.keys()).map(({ url }) => new URL(url).pathname);

/** Caches the files of a pack that are as built. */
async function keepPack(pack: string, cache: Cache): Promise<void> {
  const answer = await fetch(pack, { cache: "no-cache" });
  for (const [path, text] of Object.entries((await answer.json()) as Record<string, string>)) {
    const file = await asBuilt(path, files.get(path) ?? "", new Response(text, answer));
    if (file) await cache.put(path, file);
  }
}

/** With fewer files to fetch, packs would be more bytes for few requests less. */
const manyFiles = 50;

/**
 * Caches the whole build, six files at a time; where many are missing, the small ones from packs, as far as these can be had. Rejects
 * if a file can't be had: then the whole install fails, and the next one goes on from there.
 */
async function keepShell(): Promise<void> {
  const cache = await caches.open(shell);
  const others = (await caches.keys()).filter((name) => name.startsWith("shell-") && name !== shell);
  // Earlier shells have the same hashed files.
  const earlier = await Promise.all(others.map((name) => caches.open(name)));
  const missing = async (from: readonly Cache[]): Promise<[string, string][]> => {
    const kept = new Set((await Promise.all(from.map(pathsIn))).flat());
    return [...files].filter(([path]) => !kept.has(path));
  };
  if ((await missing([cache, ...earlier])).length > manyFiles)
    await Promise.all(packs.map((pack) => keepPack(pack, cache).catch(() => undefined)));
  const waiting = await missing([cache]);
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [path, digest] = next;
      await cache.put(path, await findFile(path, digest, isHashed(path) ? earlier : []));
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
  await keepHome(cache);
}

/** Caches the start's page with the server's headers for pages, under its own URLs: static routes find it there without this worker. */
async function keepHome(cache: Cache): Promise<void> {
  const [start, { headers = new Headers() } = {}] = [await cache.match(home), await cache.match(page)];
  if (start) for (const address of homeAddresses) await cache.put(address, new Response(await start.clone().blob(), { headers }));
}

/** Caches again what the browser has dropped: an installed worker isn't installed again. Rejects where a file can't be had. */
async function mendShell(): Promise<void> {
  const kept = await (await caches.open(shell)).keys();
  if (kept.length < files.size + homeAddresses.length) await keepShell();
}

/**
 * Takes over the headers that the server sends with the page now: the build can stay while config.json and the Content-Security-Policy
 * name another host. Resolves to that policy; undefined, and nothing changed, unless the server has answered with this build's page.
 */
async function renewPage(): Promise<string | undefined> {
  // Not "no-cache": servers leave headers out of a 304.
  const fresh = await asBuilt(page, files.get(page) ?? "", await fetch(page, { cache: "reload" }));
  if (!fresh) return undefined;
  const policy = fresh.headers.get("content-security-policy") ?? "";
  const cache = await caches.open(shell);
  await cache.put(page, fresh);
  await keepHome(cache);
  return policy;
}

/** What each start does for the next one. Rejects offline. */
async function refresh(): Promise<void> {
  await alone(mendShell);
  // With the page from the cache, a start alone doesn't show that a gateway lets anything through.
  if ((await renewPage()) !== undefined) await (await caches.open(settings)).delete(asideUrl);
}

/** Refetches a file of this build, bypassing all caches. Rejects where it can't be had. */
async function renew(path: string): Promise<void> {
  const digest = files.get(path);
  if (digest !== undefined) await (await caches.open(shell)).put(path, await findFile(path, digest, []));
}

/** Deletes shells that no open page uses. Each page holds a lock named after its entry script. */
async function sweep(): Promise<void> {
  if (self.registration.installing || self.registration.waiting) return;
  const { held = [] } = (await locks?.query()) ?? {};
  const entries = held.flatMap(({ name }) => (name?.startsWith("counterfoil-page ") ? [name.slice("counterfoil-page ".length)] : []));
  const others = entries.filter((entry) => !files.has(entry));
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const name of await caches.keys()) {
    if (name === shell || name === settings) continue;
    // Pages of 0.1.0 hold no lock.
    if (name.startsWith(oldestCache) && windows.length > entries.length) continue;
    const cache = await caches.open(name);
    const kept = await Promise.all(others.map((entry) => cache.match(entry)));
    if (kept.every((one) => one === undefined)) await caches.delete(name);
  }
}

/** A file of this build, or a hashed one of an earlier build with open pages; undefined if there is none. */
async function keptFile(path: string): Promise<Response | undefined> {
  const own = await (await caches.open(shell)).match(path);
  // Never a page of another build: it would load that build's chunks.
  return own ?? (isHashed(path) ? caches.match(path) : undefined);
}

/** A kept file; else, or where the browser's cache storage fails, from the network. */
async function answerFile(path: string, request: Request): Promise<Response> {
  // So a page asks for what it couldn't use.
  if (request.cache === "reload") await renew(path).catch(() => undefined);
  const kept = await keptFile(path).catch(() => undefined);
  if (kept) return kept;
  const answer = await fetch(request);
  const isFile = answer.ok && !/html/.test(answer.headers.get("content-type") ?? "");
  // Without one of its files this version may not even start, and so never offer the next one.
  if (isHashed(path) && !isFile) self.registration.waiting?.postMessage({ is: "take over", type: "SKIP_WAITING" });
  return answer;
}

/** The cached page for a URL of the app. */
const pageAt = ({ pathname, search }: URL): string => (search === "" && homeAddresses.includes(pathname) ? pathname : page);

/** Written by src/sw/step-aside.ts: until when (epoch ms) navigations go to the network, so a gateway can ask for its sign-in. */
const asideUrl = "/step-aside";

async function standsAside(): Promise<boolean> {
  const note = await (await caches.open(settings)).match(asideUrl);
  return note !== undefined && Number(await note.text()) > Date.now();
}

/** A page of the app from the shell; while the worker steps aside, from the network. */
async function answerPage(url: URL, request: Request): Promise<Response> {
  const kept = (): Promise<Response> => answerFile(pageAt(url), request);
  if (!(await standsAside().catch(() => false))) return kept();
  return fetch(request).catch(kept);
}

/** Pages served only by a host: the target of a mailed link, and the contract. */
const isHostPage = (path: string): boolean => /^\/(reset-password\/[^/]|docs\/|openapi\.json$)/.test(path);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const { origin, pathname } = url;
  // The page keeps its own copy of config.json once it has read it (src/sync/wire/config.ts).
  if (request.method !== "GET" || origin !== self.location.origin) return;
  // URLs with a query bypass the cache.
  if ((files.has(pathname) || isHashed(pathname)) && url.search === "") event.respondWith(answerFile(pathname, request));
  // All pages of the app open from the shell; for paths shared with the host, navigations go to the app.
  else if (request.mode === "navigate" && !isHostPage(pathname)) event.respondWith(answerPage(url, request));
});

interface Route {
  readonly condition: {
    readonly urlPattern: string | { readonly pathname: string; readonly search: string };
    readonly requestMode?: "navigate";
    readonly requestDestination?: RequestDestination;
  };
  readonly source: "cache" | { readonly cacheName: string };
}

interface RoutingEvent extends ExtendableEvent {
  addRoutes?: (route: Route) => Promise<void>;
}

// Static routes that serve from cache, else network, without this worker, if the browser supports them: hashed files, since a start
// requests many at once and each would queue here; and the dashboard's start page, which would wait for the worker to start. A
// fetch() for a hashed file has no destination, so a page that lacks one reaches this worker.
const routes: readonly Route[] = [
  ...(["script", "style", "font", "worker"] as const).map((requestDestination): Route => ({
    condition: { urlPattern: "/assets/*", requestDestination },
    source: "cache",
  })),
  ...homeAddresses.map((pathname): Route => ({
    condition: { urlPattern: { pathname, search: "" }, requestMode: "navigate" },
    source: { cacheName: shell },
  })),
];

/** Cache of 0.1.0. */
const oldestCache = "workbox-precache";

/**
 * Takes over from 0.1.0, known by Workbox's cache: its pages stop at fields of config.json that they don't know, and offer no newer
 * version then. One that works goes on as it is: it reloads only when asked to.
 */
async function replaceOldest(): Promise<void> {
  if ((await caches.keys()).some((name) => name.startsWith(oldestCache))) await self.skipWaiting();
}

self.addEventListener("install", (event: RoutingEvent) => {
  if (event.addRoutes) for (const route of routes) event.waitUntil(event.addRoutes(route).catch(() => undefined));
  event.waitUntil(alone(keepShell).then(replaceOldest));
});

// Claim the first visit's page as soon as the shell is cached, so that it can reload offline.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** The changelog entries of this build. */
const news = async (): Promise<unknown> => (await (await caches.open(shell)).match("/news.json"))?.json();

// A new version waits until a page activates it, so that an update never discards input.
self.addEventListener("message", (event: ExtendableMessageEvent) => {
  const { is, type, entry } = event.data as { is?: unknown; type?: unknown; entry?: unknown };
  const answer = (value: unknown): void => event.ports[0]?.postMessage(value);
  switch (is ?? type) {
    case "take over":
    // Workbox's words, by which pages of 0.1.0 ask, and which its worker takes after a rollback.
    case "SKIP_WAITING":
      void self.skipWaiting();
      break;
    case "sweep":
      event.waitUntil(alone(sweep));
      event.waitUntil(refresh().catch(() => undefined));
      break;
    case "is it yours?":
      answer(typeof entry === "string" && files.has(entry));
      break;
    case "renew page":
      event.waitUntil(renewPage().then(answer, () => answer(undefined)));
      break;
    case "news?":
      event.waitUntil(news().then(answer, () => answer(undefined)));
      break;
    default:
  }
});

// A click on a notification focuses the app and opens the page concerned, if any. An open tab decides itself, so that input isn't
// lost.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { path } = event.notification.data as { path?: string };
  const open = async (): Promise<void> => {
    const [tab] = await self.clients.matchAll({ type: "window" });
    if (!tab) await self.clients.openWindow(path ?? "/");
    else {
      await tab.focus().catch(() => undefined);
      if (path !== undefined) tab.postMessage({ is: "open", path });
    }
  };
  event.waitUntil(open());
});
