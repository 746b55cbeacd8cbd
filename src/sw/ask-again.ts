/** A worker that says nothing within this time is not waited for, in ms. */
const renewWithinMs = 10_000;

/** Browsers say it in their own words; all of them name a module that could not be fetched. */
export const isLostPart = (error: unknown): boolean => error instanceof Error && /module|import|preload/i.test(error.message);

/** Lets the worker, if there is one, ask the server anew for files that it keeps. */
const renewKept = (worker: ServiceWorker, paths: readonly string[]): Promise<unknown> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", resolve, { once: true });
    port1.start();
    worker.postMessage({ is: "renew", paths }, [port2]);
    setTimeout(resolve, renewWithinMs);
  });

/**
 * Loads a part that could not be loaded once more, past every cache. vite.lost-parts.ts puts it behind each `import()`
 * of the app. `files`: the paths below the origin that the part needs, where it needs others.
 */
export async function askAgain<Part>(lost: unknown, load: () => Promise<Part>, files: readonly string[] = []): Promise<Part> {
  const [, own] = /import\(["'`]([^"'`]+)/.exec(String(load)) ?? [];
  if (own === undefined || !isLostPart(lost)) throw lost;
  const url = new URL(own, import.meta.url);
  const paths = [...new Set([url.pathname, ...files.map((file) => `/${file}`)])];
  const worker = navigator.serviceWorker?.controller;
  if (worker) await renewKept(worker, paths);
  await Promise.allSettled(paths.map((path) => fetch(path, { cache: "reload" })));
  // Firefox remembers what failed by its address.
  return load().catch(() => import(/* @vite-ignore */ `${url.pathname}?again`) as Promise<Part>);
}
