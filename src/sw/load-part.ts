/** Browsers word it differently, but all mention a module that couldn't be fetched. */
export const isLostPart = (error: unknown): boolean => error instanceof Error && /module|import|preload/i.test(error.message);

/** What is on its way or there, by path. */
const asked = new Map<string, Promise<unknown>>();

/** Parts of a first visit, rendered with the styles that its page names (build/first-styles.ts). */
const isFirstPart = /\/(?:main|signed-in|session-parts|sign-in-screen|\w+-words)-[^/]*\.js/;

/** The app's full stylesheet, required by all other parts. Replaces the styles of a start whose page had them in a script. */
const wholeStyles = (): string | undefined => document.querySelector<HTMLMetaElement>('meta[name="counterfoil-styles"]')?.content;

/**
 * Preloads a file that a part needs, in parallel with the part. Resolves at once, except for a stylesheet, without which no part that
 * needs it is rendered.
 */
async function askAhead(href: string): Promise<unknown> {
  const before = asked.get(href);
  if (before || document.querySelector(`link[href="${href}"]`)) return before;
  const link = document.createElement("link");
  link.href = href;
  const isStyle = /\.css/.test(href);
  link.rel = isStyle ? "stylesheet" : "modulepreload";
  document.head.append(link);
  const loaded = new Promise((resolve, reject) => {
    if (!isStyle) resolve(undefined);
    link.addEventListener("load", () => {
      // Adopted stylesheets come after all sheets of the page, so drop them.
      if (href === wholeStyles()) document.adoptedStyleSheets = [];
      resolve(undefined);
    });
    link.addEventListener("error", () => {
      asked.delete(href);
      link.remove();
      reject(new Error(`can't import ${href}`));
    });
  });
  asked.set(href, loaded);
  return loaded;
}

/**
 * Loads a part of the app and the files it needs; build/lost-parts.ts wraps each `import()` in it. A failed load is retried once,
 * bypassing all caches, before it rejects; a stylesheet that can't be had then is done without. `files`: paths below the origin.
 */
export async function loadPart<Part>(load: () => Promise<Part>, files: readonly string[] = []): Promise<Part> {
  const styles = isFirstPart.test(String(load)) ? undefined : wholeStyles();
  const paths = [...files.map((file) => `/${file}`), ...(styles === undefined ? [] : [styles])];
  try {
    await Promise.all(paths.map(askAhead));
    return await load();
  } catch (lost) {
    // A computed URL is this function's own retry, which the build wraps as well.
    const [, own] = /import\(["'`]([^"'`$]+)["'`]\)/.exec(String(load)) ?? [];
    if (own === undefined || !isLostPart(lost)) throw lost;
    const { pathname } = new URL(own, import.meta.url);
    const all = [...new Set([pathname, ...paths])];
    // The worker renews what it keeps of them.
    await Promise.allSettled(all.map((path) => fetch(path, { cache: "reload" })));
    // Better a part without its looks than none.
    await Promise.allSettled(paths.map(askAhead));
    // Firefox caches a failed import by URL.
    return load().catch(() => import(/* @vite-ignore */ `${pathname}?again`) as Promise<Part>);
  }
}
