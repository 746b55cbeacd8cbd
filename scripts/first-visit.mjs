import { readFileSync } from "node:fs";

/** The built app. */
export const built = new URL("../dist/app/", import.meta.url);

/** Lazy chunks that a page loads before it is drawn, by source file. */
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
 * Scripts and styles that a page's first visit loads before it is drawn: index.html's, the page's first chunks, and all their
 * imports.
 * @param {keyof typeof firstChunks} page
 */
export function firstFiles(page) {
  const manifest = readManifest();
  // The theme script and the first visit's styles aren't in the build's manifest.
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
