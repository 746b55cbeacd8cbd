/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

/** What the build made. A file without a revision has its content's hash in its name. */
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
/** The same page for a start at the dashboard: it asks for the first sight's script at once, and for the app after it. */
const home = "/home.html";
const pages = new Set([page, home]);
/** The addresses of such a start, without a search. */
const homeAddresses = ["/", "/dashboard"];

const locks = self.navigator.locks as LockManager | undefined;

/** One at a time: a shell that is being kept is not swept away by the worker that is still in charge. */
const alone = <T>(run: () => Promise<T>): Promise<T> => (locks ? locks.request("counterfoil-shell", run) : run());

/** Whether a page names files of this build alone; a server that changes under an install serves another one's. */
const isOurs = (html: string): boolean => (html.match(/\/assets\/[^" ]+/g) ?? []).every((path) => files.has(path));

async function keepFile(cache: Cache, path: string, revision: string | null): Promise<void> {
  // What an install that was cut short has kept is good; a hashed file is the same in every build.
  if (await cache.match(path)) return;
  const known = revision === null ? await caches.match(path) : undefined;
  const response = known ?? (await fetch(path, { cache: revision === null ? "default" : "no-cache" }));
  if (!response.ok) throw new Error(`${path} can't be had: ${response.status}`);
  if (pages.has(path) && !isOurs(await response.clone().text())) throw new Error("another version has come in between");
  // Kept by its addresses too, so that it is found without this worker.
  if (path === home) for (const address of homeAddresses) await cache.put(address, response.clone());
  await cache.put(path, response);
}

/** Keeps the whole build, some files at a time. Rejects where one can't be had: the install then fails as a whole. */
async function keepShell(): Promise<void> {
  const cache = await caches.open(shell);
  const waiting = [...files];
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await keepFile(cache, ...next);
  };
  await Promise.all(Array.from({ length: 6 }, work));
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

/** A file of this build, else of one before it whose pages still stand, else from the network. */
async function answerFile(path: string, request: Request): Promise<Response> {
  const own = files.has(path) ? await (await caches.open(shell)).match(path) : undefined;
  // A page is never another build's: its chunks would be.
  const other = pages.has(path) ? undefined : await caches.match(path);
  return own ?? other ?? fetch(request);
}

// config.json: what the server says, else its last copy, so that an offline start knows its host. Nothing else is
// ever kept: the answers of the host have one owner, the page's database.
const configUrl = "/config.json";

/** A start for which a copy is kept doesn't wait longer for the server, in ms. */
const configWithinMs = 3000;
/** After this time nobody waits for it any more, in ms: an install must not hang on it, nor a new version on this one. */
const configGivenUpAfterMs = 30_000;

const keptConfig = async (): Promise<Response | undefined> => (await caches.open(settings)).match(configUrl);

/** Asks the server for it. Rejects where the server can't be reached. */
const askConfig = (request: Request): Promise<Response> =>
  // An answer that hangs holds its place in the browser's own cache, and who asks next would wait behind it.
  fetch(request, { cache: "no-store", signal: AbortSignal.timeout(configGivenUpAfterMs) });

/** Keeps what the server says of it. Rejects where it doesn't come whole. */
async function keepConfig(response: Response): Promise<void> {
  // At once: the page is about to read the other one.
  const copy = response.clone();
  const cache = await caches.open(settings);
  if (copy.ok) await cache.put(configUrl, copy);
  else if (copy.status === 404) await cache.delete(configUrl);
}

/** What a gateway says for a server that can't be reached. */
const isGateway = ({ status }: Response): boolean => status >= 502 && status <= 504;

/** What the server says, else, where it says nothing, or not in time, the kept copy; a late answer is kept for the next start. */
async function answerConfig(request: Request, event: ExtendableEvent): Promise<Response> {
  const asked = askConfig(request);
  const done = asked.then(keepConfig);
  event.waitUntil(done.catch(() => undefined));
  const kept = await keptConfig().catch(() => undefined);
  // How long a start waits for the first one is the page's affair.
  if (!kept) return asked;
  const said = done.then(async () => {
    const response = await asked;
    return isGateway(response) ? kept : response;
  });
  const late = new Promise<Response>((resolve) => {
    setTimeout(() => resolve(kept), configWithinMs);
  });
  return Promise.race([said.catch(() => kept), late]);
}

/** The file that stands for a page of the app. */
const pageAt = ({ pathname, search }: URL): string => (search === "" && homeAddresses.includes(pathname) ? home : page);

/** Pages that only a host has: the one that a mailed link opens, and the contract. */
const isHostPage = (path: string): boolean => /^\/(reset-password\/[^/]|docs\/|openapi\.json$)/.test(path);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const { origin, pathname } = url;
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname === configUrl) event.respondWith(answerConfig(request, event));
  else if (files.has(pathname) || pathname.startsWith("/assets/")) event.respondWith(answerFile(pathname, request));
  // Every page of the app opens from the shell; paths that both the app and the host have are the app's when navigated to.
  else if (request.mode === "navigate" && !isHostPage(pathname)) event.respondWith(answerFile(pageAt(url), request));
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
  // The first visit's own request went past this worker: without this, its offline reload would know no host.
  event.waitUntil(
    askConfig(new Request(configUrl))
      .then(keepConfig)
      .catch(() => undefined),
  );
});

// The first visit is served from the shell as soon as it is kept, so a reload without a network works.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** What changed, as the build tells it. */
const news = async (): Promise<unknown> => (await (await caches.open(shell)).match("/news.json"))?.json();

// A new version waits until a page says so: nobody's typing is lost to an update.
self.addEventListener("message", (event: ExtendableMessageEvent) => {
  const { is, entry } = event.data as { is?: unknown; entry?: unknown };
  const answer = (value: unknown): void => event.ports[0]?.postMessage(value);
  switch (is) {
    case "take over":
      void self.skipWaiting();
      break;
    case "sweep":
      event.waitUntil(alone(sweep));
      break;
    case "is it yours?":
      answer(typeof entry === "string" && files.has(entry));
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
