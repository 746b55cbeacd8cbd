/// <reference lib="webworker" />

import { asBuilt } from "./as-built.ts";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string }[] };

/** What the build made: each file's path, and the SHA-256 of its content in base64. */
const files = new Map(self.__WB_MANIFEST.map(({ url, revision }) => [`/${url}`, revision]));

/** Changes with any file of the build. */
function buildName(): string {
  let hash = 5381;
  for (const char of JSON.stringify([...files])) hash = (Math.imul(hash, 33) ^ (char.codePointAt(0) ?? 0)) >>> 0;
  return hash.toString(36);
}

// Each build keeps its shell in a cache of its own, so that two of them can stand side by side: the pages of the
// one before go on with their own chunks until the last of them has gone.
const shell = `shell-${buildName()}`;
const settings = "settings";
const page = "/index.html";
/** The addresses of a start at the dashboard, without a search. */
const homeAddresses = ["/", "/dashboard"];
/** Their page: it asks for the first sight's script at once, and for the app after it. */
const home = [...files.keys()].find((path) => /^\/assets\/home-.*\.txt$/.test(path)) ?? page;
/** Files with a hash in their names are the same in every build that has them. */
const isHashed = (path: string): boolean => path.startsWith("/assets/");

const locks = self.navigator.locks as LockManager | undefined;

/** One at a time: a shell that is being kept is not swept away by the worker that is still in charge. */
const alone = <T>(run: () => Promise<T>): Promise<T> => (locks ? locks.request("counterfoil-shell", run) : run());

/** A file as the build made it, from wherever it can be had: what is kept, the server, the server past the HTTP cache. */
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

/** Keeps the whole build, some files at a time. Rejects where one can't be had: the install then fails as a whole. */
async function keepShell(): Promise<void> {
  const cache = await caches.open(shell);
  const others = await Promise.all((await caches.keys()).filter((name) => name.startsWith("shell-")).map((name) => caches.open(name)));
  const waiting = [...files];
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [path, digest] = next;
      // An install that was cut short has kept some already, and a shell before this one the hashed ones.
      await cache.put(path, await findFile(path, digest, isHashed(path) ? others : [cache]));
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
  // Under the headers that the server gives to pages, and by its addresses, so that it is found without this worker.
  const [start, { headers = new Headers() } = {}] = [await cache.match(home), await cache.match(page)];
  if (start) for (const address of homeAddresses) await cache.put(address, new Response(await start.clone().blob(), { headers }));
}

/** Asks the server anew for files of this build that a page could not use, past every cache. */
async function renew(paths: readonly unknown[]): Promise<void> {
  const cache = await caches.open(shell);
  const one = async (path: unknown): Promise<void> => {
    const digest = typeof path === "string" ? files.get(path) : undefined;
    if (typeof path === "string" && digest !== undefined) await cache.put(path, await findFile(path, digest, []));
  };
  await Promise.allSettled(paths.map(one));
}

/** Lets go of the shells that no page stands on any more. Each page holds a lock named after its entry script. */
async function sweep(): Promise<void> {
  if (self.registration.installing || self.registration.waiting) return;
  const { held = [] } = (await locks?.query()) ?? {};
  const entries = held.flatMap(({ name }) => (name?.startsWith("counterfoil-page ") ? [name.slice("counterfoil-page ".length)] : []));
  const others = entries.filter((entry) => !files.has(entry));
  for (const name of await caches.keys()) {
    if (name === shell || name === settings) continue;
    const cache = await caches.open(name);
    const kept = await Promise.all(others.map((entry) => cache.match(entry)));
    if (kept.every((one) => one === undefined)) await caches.delete(name);
  }
}

/** A file of this build, or a hashed one of a build before it whose pages still stand; else what the network has. */
async function answerFile(path: string, request: Request): Promise<Response> {
  const own = await (await caches.open(shell)).match(path);
  // A page is never another build's: its chunks would be.
  return own ?? (isHashed(path) ? await caches.match(path) : undefined) ?? fetch(request);
}

/** What is kept for a page of the app. */
const pageAt = ({ pathname, search }: URL): string => (search === "" && homeAddresses.includes(pathname) ? pathname : page);

/** Left by src/sw/step-aside.ts: until when (epoch ms) navigations go to the network, for a gateway to ask for its sign-in. */
const asideUrl = "/step-aside";

async function standsAside(): Promise<boolean> {
  const note = await (await caches.open(settings)).match(asideUrl);
  return note !== undefined && Number(await note.text()) > Date.now();
}

/** A page of the app, from the shell; while the worker stands aside, whatever the network has in its place. */
async function answerPage(url: URL, request: Request): Promise<Response> {
  const kept = (): Promise<Response> => answerFile(pageAt(url), request);
  if (!(await standsAside().catch(() => false))) return kept();
  return fetch(request).catch(kept);
}

/** Pages that only a host has: the one that a mailed link opens, and the contract. */
const isHostPage = (path: string): boolean => /^\/(reset-password\/[^/]|docs\/|openapi\.json$)/.test(path);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const { origin, pathname } = url;
  // config.json has its own last copy, which the page keeps once it has read it (src/sync/wire/config.ts).
  if (request.method !== "GET" || origin !== self.location.origin) return;
  // An address with a search asks past what is kept.
  if ((files.has(pathname) || isHashed(pathname)) && url.search === "") event.respondWith(answerFile(pathname, request));
  // Every page of the app opens from the shell; paths that both the app and the host have are the app's when navigated to.
  else if (request.mode === "navigate" && !isHostPage(pathname)) event.respondWith(answerPage(url, request));
});

interface Route {
  readonly condition: {
    readonly urlPattern: string | { readonly pathname: string; readonly search: string };
    readonly requestMode?: "navigate";
  };
  readonly source: "cache" | { readonly cacheName: string };
}

interface RoutingEvent extends ExtendableEvent {
  addRoutes?: (route: Route) => Promise<void>;
}

// What comes from the caches, else from the network, without asking this worker, where the browser can do that: what has a
// hash in its name, since a start asks for many files at once, and each would wait its turn here; and the page of a start
// at the dashboard, which would wait for this worker to start.
const routes: readonly Route[] = [
  { condition: { urlPattern: "/assets/*" }, source: "cache" },
  ...homeAddresses.map((pathname): Route => ({
    condition: { urlPattern: { pathname, search: "" }, requestMode: "navigate" },
    source: { cacheName: shell },
  })),
];

self.addEventListener("install", (event: RoutingEvent) => {
  if (event.addRoutes) for (const route of routes) event.waitUntil(event.addRoutes(route).catch(() => undefined));
  event.waitUntil(alone(keepShell));
});

// The first visit is served from the shell as soon as it is kept, so a reload without a network works.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** What changed, as the build tells it. */
const news = async (): Promise<unknown> => (await (await caches.open(shell)).match("/news.json"))?.json();

// A new version waits until a page says so: nobody's typing is lost to an update.
self.addEventListener("message", (event: ExtendableMessageEvent) => {
  const { is, entry, paths } = event.data as { is?: unknown; entry?: unknown; paths?: unknown };
  const answer = (value: unknown): void => event.ports[0]?.postMessage(value);
  switch (is) {
    case "take over":
      void self.skipWaiting();
      break;
    case "sweep":
      event.waitUntil(alone(sweep));
      // The app has started: whatever was in its way has let it through.
      event.waitUntil(caches.open(settings).then((cache) => cache.delete(asideUrl)));
      break;
    case "is it yours?":
      answer(typeof entry === "string" && files.has(entry));
      break;
    case "renew":
      event.waitUntil(renew(Array.isArray(paths) ? paths : []).then(answer, answer));
      break;
    case "news?":
      event.waitUntil(news().then(answer, () => answer(undefined)));
      break;
    default:
  }
});

// A click on a notification brings the app to the front, whatever page it shows.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const open = async (): Promise<void> => {
    const [tab] = await self.clients.matchAll({ type: "window" });
    await (tab ? tab.focus() : self.clients.openWindow("/"));
  };
  event.waitUntil(open());
});
