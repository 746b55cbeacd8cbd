/** Key of the note in the cache `settings` that tells the worker to step aside; src/sw/worker.ts reads it at each navigation. */
const noteUrl = "/step-aside";

/** Expiry of the note, in ms; a sign-in with redirects and a second factor takes minutes. */
const asideForMs = 30 * 60_000;

/**
 * Query parameter of the one navigation: static routes don't match URLs with a query, and no HTTP cache has this one.
 * src/app/start/before-paint.ts removes it.
 */
export const pastWorker = "past-worker";

/**
 * Loads this URL from the network, bypassing the service worker, so that a gateway in front of the app can ask for its sign-in. The
 * worker stays aside for the following redirects and callbacks, until the server itself has answered a start of the app. Leaves the
 * page: nothing after it runs.
 */
export async function stepAside(): Promise<void> {
  try {
    await (await caches.open("settings")).put(noteUrl, new Response(String(Date.now() + asideForMs)));
  } catch {
    // Without Cache Storage there is no worker.
  }
  const url = new URL(location.href);
  url.searchParams.set(pastWorker, Date.now().toString(36));
  location.replace(url);
}
