import { readFileSync } from "node:fs";

/** The built app. */
export const built = new URL("../dist/app/", import.meta.url);

/** The lazy chunks that a page asks for by itself before it stands, by their sources. */
const firstChunks = {
  "/login": ["src/app/start/main.tsx", "src/app/session/auth/sign-in-screen.tsx"],
  "/": ["src/app/start/main.tsx", "src/app/frame/routes/signed-in.tsx", "src/app/session/session-parts.ts"],
};

/** @returns {Record<string, { file: string, css?: string[], imports?: string[] }>} */
function readManifest() {
  try {
    return JSON.parse(readFileSync(new URL(".vite/manifest.json", built), "utf8"));
  } catch {
    throw new Error("There is no built app to measure. Build it first: npm run build");
  }
}

/**
 * The built scripts and styles that a page's first visit loads before it stands: those of index.html, the page's first
 * chunks, and all that they import.
 * @param {keyof typeof firstChunks} page
 */
export function firstFiles(page) {
  const manifest = readManifest();
  // The script that runs before the first paint and a first visit's styles are no chunks of the build's.
  const html = readFileSync(new URL("index.html", built), "utf8");
  const named = [/assets\/theme-[\w-]+\.js/, /assets\/first-[\w-]+\.css/].flatMap((name) => name.exec(html)?.[0] ?? []);
  /** @type {Set<string>} */
  const files = new Set(named);
  /** @type {Set<string>} */
  const seen = new Set();
  /** @param {string} key */
  const follow = (key) => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no chunk of its own for ${key}: the list of first chunks is out of date.`);
    files.add(chunk.file);
    for (const other of chunk.imports ?? []) follow(other);
  };
  for (const key of ["index.html", ...firstChunks[page]]) follow(key);
  return files;
}
