/** Where the worker finds that it should stand aside, in its cache `settings`; src/sw/worker.ts reads it at each navigation. */
const noteUrl = "/step-aside";

/** A sign-in takes minutes, with its redirects and its second factor; a note that nobody took away counts no longer than this, in ms. */
const asideForMs = 30 * 60_000;

/**
 * Marks the address of the one navigation: no static route matches an address with a search, and no HTTP cache has this
 * one. public/theme.js takes it out again.
 */
const mark = "past-worker";

/**
 * Loads this address from the network, past the service worker, so that a gateway in front of the app can ask for its
 * sign-in. The worker stays aside for the redirects and callbacks that follow, until the app has started again.
 * The page is left: nothing after it runs.
 */
export async function stepAside(): Promise<void> {
  try {
    await (await caches.open("settings")).put(noteUrl, new Response(String(Date.now() + asideForMs)));
  } catch {
    // Without a Cache Storage there is no worker either.
  }
  const url = new URL(location.href);
  url.searchParams.set(mark, Date.now().toString(36));
  location.replace(url);
}
