/** A worker that says nothing within this time is not waited for, in ms. */
const renewWithinMs = 10_000;

/** Browsers say it in their own words; all of them name a module that could not be fetched. */
export const isLostPart = (error: unknown): boolean => error instanceof Error && /module|import|preload/i.test(error.message);

const asked = new Set<string>();

/** The parts of a first visit, which is drawn with the styles that its page names (build/first-styles.ts). */
const isFirstPart = /\/(?:main|signed-in|session-parts|sign-in-screen|\w+-words)-[^/]*\.js/;

/** The app's whole styles, which every other part needs. They replace those of a start whose page brought them in a script. */
const wholeStyles = (): string | undefined => document.querySelector<HTMLMetaElement>('meta[name="counterfoil-styles"]')?.content;

/** Asks for a file that a part needs, beside the part itself. Settles for a stylesheet alone, which the part is not drawn without. */
async function askAhead(href: string): Promise<void> {
  if (asked.has(href) || document.querySelector(`link[href="${href}"]`)) return;
  asked.add(href);
  const link = document.createElement("link");
  link.href = href;
  const isStyle = /\.css/.test(href);
  link.rel = isStyle ? "stylesheet" : "modulepreload";
  document.head.append(link);
  if (!isStyle) return;
  await new Promise((resolve, reject) => {
    link.addEventListener("load", () => {
      // What is adopted counts as coming after every sheet of the page.
      if (href === wholeStyles()) document.adoptedStyleSheets = [];
      resolve(undefined);
    });
    link.addEventListener("error", () => {
      asked.delete(href);
      link.remove();
      reject(new Error(`can't import ${href}`));
    });
  });
}

/** Lets the worker, if there is one, ask the server anew for files that it keeps. */
const renewKept = (worker: ServiceWorker, paths: readonly string[]): Promise<unknown> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", resolve);
    port1.start();
    worker.postMessage({ is: "renew", paths }, [port2]);
    setTimeout(resolve, renewWithinMs);
  });

/**
 * Loads a part of the app and what it needs; build/lost-parts.ts puts it behind each `import()`. What can't be loaded is
 * asked for once more, past every cache, before anybody hears of it. `files`: paths below the origin.
 */
export async function loadPart<Part>(load: () => Promise<Part>, files: readonly string[] = []): Promise<Part> {
  const styles = isFirstPart.test(String(load)) ? undefined : wholeStyles();
  const paths = [...files.map((file) => `/${file}`), ...(styles === undefined ? [] : [styles])];
  try {
    await Promise.all(paths.map(askAhead));
    return await load();
  } catch (lost) {
    // An address that is put together is this function's own second try, which the build sends through it as well.
    const [, own] = /import\(["'`]([^"'`$]+)["'`]\)/.exec(String(load)) ?? [];
    if (own === undefined || !isLostPart(lost)) throw lost;
    const { pathname } = new URL(own, import.meta.url);
    const all = [...new Set([pathname, ...paths])];
    const worker = navigator.serviceWorker?.controller;
    if (worker) await renewKept(worker, all);
    await Promise.allSettled(all.map((path) => fetch(path, { cache: "reload" })));
    await Promise.all(paths.map(askAhead));
    // Firefox remembers what failed by its address.
    return load().catch(() => import(/* @vite-ignore */ `${pathname}?again`) as Promise<Part>);
  }
}
