/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

// The shell: everything that the build made. Its files carry a hash, so a page never mixes two versions.
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// Every page of the app opens from the shell; paths that both the app and the host have are the app's when navigated to,
// but for those that only a host has: the page that a mailed link opens, and the contract.
const hostPages = [/^\/reset-password\/./, /^\/docs\//, /^\/openapi\.json$/];
registerRoute(new NavigationRoute(createHandlerBoundToURL("/index.html"), { denylist: hostPages }));

// config.json: what the server says, else its last copy, so that an offline start knows its host. Nothing else is
// ever kept: the answers of the host have one owner, the page's database.
const settings = "settings";
const configUrl = "/config.json";

/** Asks the server for it, and keeps what it says. Rejects where the server can't be reached. */
async function fetchConfig(request: Request): Promise<Response> {
  const cache = await caches.open(settings);
  const response = await fetch(request);
  if (response.ok) await cache.put(configUrl, response.clone());
  else if (response.status === 404) await cache.delete(configUrl);
  return response;
}

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === configUrl,
  async ({ request }) => {
    try {
      return await fetchConfig(request);
    } catch (lost) {
      const cache = await caches.open(settings);
      const kept = await cache.match(configUrl);
      if (kept) return kept;
      throw lost;
    }
  },
);

// The first visit's own request went past this worker: without this, its offline reload would know no host.
self.addEventListener("install", (event) =>
  event.waitUntil(fetchConfig(new Request(configUrl, { cache: "no-cache" })).catch(() => undefined)),
);

// A new version waits until the page says so: nobody's typing is lost to an update.
self.addEventListener("message", (event: ExtendableMessageEvent) => {
  const message: unknown = event.data;
  if (typeof message === "object" && message !== null && "type" in message && message.type === "SKIP_WAITING") void self.skipWaiting();
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

// The first visit is served from the shell as soon as it is kept, so a reload without a network works.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
