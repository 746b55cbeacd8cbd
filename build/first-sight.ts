import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Plugin, type Rolldown, build, minifySync, normalizePath } from "vite";
import { sourcePath } from "./source-path.ts";
import { staticStyles } from "./static-styles.ts";
import { isNode, type Node } from "./syntax.ts";

const app = (path: string): string => sourcePath(`src/app/${path}`);

/** Replacements for libraries and modules of the app in the first sight's build. */
const instead: Readonly<Record<string, string>> = {
  react: app("start/first-sight/draw.ts"),
  "react/jsx-runtime": app("start/first-sight/draw.ts"),
  valibot: app("start/first-sight/instead/valibot.ts"),
  valtio: app("start/first-sight/instead/valtio.ts"),
  wouter: app("start/first-sight/instead/wouter.ts"),
  [sourcePath("src/contract/json.ts")]: app("start/first-sight/instead/json.ts"),
  [app("data/use-cached.ts")]: app("start/first-sight/instead/use-cached.ts"),
  [app("data/use-kept-up.ts")]: app("start/first-sight/instead/use-kept-up.ts"),
  [app("data/use-kept-columns.ts")]: app("start/first-sight/instead/quiet.ts"),
  [app("data/use-transaction-list.ts")]: app("start/first-sight/instead/use-transaction-list.ts"),
  [app("state/use-search.ts")]: app("start/first-sight/instead/wouter.ts"),
  [app("words/language.ts")]: app("start/first-sight/instead/quiet.ts"),
  [app("screens/transactions/use-dashboard-troubles.ts")]: app("start/first-sight/instead/quiet.ts"),
  [app("screens/transactions/use-fresh-analytics.ts")]: app("start/first-sight/instead/quiet.ts"),
  [app("lists/use-row-height.ts")]: app("start/first-sight/instead/use-row-height.ts"),
  [app("screens/transactions/use-virtual-reading.ts")]: app("start/first-sight/instead/use-virtual-reading.ts"),
};

/** Modules left out: everything imported from them is undefined, and such a component draws nothing. */
const absent = new Set([
  "dexie",
  ...["parts/attention.tsx", "session/session-end.ts", "ui/error-boundary.tsx", "ui/lost-part.tsx"].map(app),
  ...["sign-in", "transactions", "analytics"].map((noun) => sourcePath(`src/contract/${noun}.ts`)),
  ...[
    "store/database",
    "transactions/transactions",
    "transactions/transaction-query",
    "store/freshness",
    "figures/analytics",
    "money/journal",
  ].map((part) => sourcePath(`src/db/${part}.ts`)),
]);
const nothing = "\0first-sight:nothing";

for (const file of [...Object.keys(instead), ...absent])
  if (file.startsWith("/") && !existsSync(file)) throw new Error(`the first sight's build names ${file}, which isn't there`);

function* walk(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* walk(child);
}

/** Strip event handlers and dynamic imports, and code that only they need. */
function withoutDeeds(program: Node, code: string): string {
  let result = code;
  const edits: { start: number; end: number; text: string }[] = [];
  for (const node of walk(program)) {
    if (node.type === "ImportExpression") edits.push({ start: node.start, end: node.end, text: "Promise.reject()" });
    if (node.type !== "ObjectExpression") continue;
    for (const property of node["properties"] as Node[]) {
      const key = property["key"];
      const value = property["value"];
      if (isNode(key) && isNode(value) && /^on[A-Z]/.test(String(key["name"])) && property["shorthand"] !== true)
        edits.push({ start: value.start, end: value.end, text: "void 0" });
    }
  }
  const outer = edits.filter((edit) => !edits.some((other) => other !== edit && other.start <= edit.start && other.end >= edit.end));
  for (const { start, end, text } of outer.sort((a, b) => b.start - a.start)) result = result.slice(0, start) + text + result.slice(end);
  return result;
}

function replacements(): Plugin {
  return {
    name: "first-sight-replacements",
    enforce: "pre",
    async resolveId(id, importer) {
      if (absent.has(id)) return nothing;
      const other = instead[id];
      if (other) return other;
      if (!id.startsWith(".") || !importer) return undefined;
      const path = normalizePath(join(dirname(importer), id));
      // A replacement may itself use the original.
      if (absent.has(path)) return nothing;
      return instead[path];
    },
    load: (id) => (id === nothing ? "export {};" : undefined),
  };
}

const withoutDeedsPlugin = (): Plugin => ({
  name: "first-sight-without-deeds",
  transform(code, id) {
    if (!/\/src\/app\/[^?]*\.tsx?$/.test(id) || id.includes("/first-sight/")) return undefined;
    return { code: withoutDeeds(this.parse(code) as unknown as Node, code), map: null };
  },
});

interface Built {
  readonly fileName: string;
  readonly source: string;
}

async function buildFirstSight(script: string): Promise<Built[]> {
  const built = await build({
    configFile: false,
    root: sourcePath("."),
    logLevel: "error",
    plugins: [replacements(), staticStyles(), withoutDeedsPlugin()],
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      write: false,
      target: "es2023",
      // Library mode, to avoid Vite's preload helper.
      lib: { entry: { "first-sight": app("start/first-sight/main.tsx") }, formats: ["es"] },
      rolldownOptions: { shimMissingExports: true, output: { entryFileNames: script, chunkFileNames: script } },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !("output" in output)) throw new Error("the first sight was not built");
  const modules = output.output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
  // A library would ask React for what draw.ts doesn't have, of which `shimMissingExports` says nothing.
  const library = modules.find((module) => module.includes("/node_modules/"));
  if (library !== undefined) throw new Error(`the first sight's build has no replacement for ${library}`);
  return output.output.flatMap((file) =>
    file.type === "chunk" ? [{ fileName: file.fileName, source: minifySync(file.fileName, file.code, { module: true }).code }] : [],
  );
}

/** A file with a content hash in its name. */
function named(name: string, script: string, source: string): Built {
  const hash = createHash("sha256").update(source).digest("base64url").slice(0, 7);
  return { fileName: script.replace("[name]", name).replace("[hash:7]", hash), source };
}

/** Bundles one of the page's own scripts, which are no modules; not yet minified. */
async function bundle(entry: "before-paint" | "home"): Promise<string> {
  const built = await build({
    configFile: false,
    root: sourcePath("."),
    logLevel: "error",
    build: {
      write: false,
      target: "es2023",
      minify: false,
      lib: { entry: app(`start/${entry}.ts`), name: "page", formats: ["iife"] },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const [file] = output && "output" in output ? output.output : [];
  if (file?.type !== "chunk") throw new Error(`${entry} was not built`);
  return file.code;
}

/** The script that runs before the first paint, with the first sight loaded by `loading`. */
const beforePaintWith = (beforePaint: string, loading: string): string => {
  const asked = "loadFirstSight()";
  if (!beforePaint.includes(asked)) throw new Error("the page's script doesn't ask for the first sight");
  return beforePaint.replace(asked, loading);
};

/**
 * The same for starts at the dashboard, with the first sight and the app's styles inlined: one file starts faster than three, and
 * the cache read begins before the rest of it runs.
 */
async function buildHome(script: string, beforePaint: string, firstSight: string, styles: string): Promise<Built> {
  const [whole, shown] = /export\s*\{\s*([\w$]+) as shown\s*\};?/.exec(firstSight) ?? [];
  if (whole === undefined || shown === undefined) throw new Error("the first sight can't be put into the page's script");
  const code = `(() => {
    const firstSight = async () => { ${firstSight.replace(whole, "")}; return { shown: ${shown} }; };
    ${beforePaintWith(beforePaint, "firstSight()")}
    const styles = new CSSStyleSheet();
    styles.replaceSync(${JSON.stringify(styles)});
    document.adoptedStyleSheets = [styles];
  })();
  ${await bundle("home")}`;
  return named("home", script, minifySync("home.js", code).code);
}

/** Scripts that src/app/start/before-paint.ts preloads when there is no first sight: by module, or by chunk name. */
const startsWith: Readonly<Record<string, string | readonly string[]>> = {
  app: app("start/main.tsx"),
  "signed-in": app("frame/routes/signed-in.tsx"),
  screen: ["parts", "hooks", "feeds", "later-screens"],
};

/** Names the page's own script in the page, and lists each start's scripts and their imports, without those that an earlier start has. */
function withFiles(html: string, bundle: Rolldown.OutputBundle, theme: string): string {
  const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
  const named = new Set<string>();
  const filesOf = (chunk: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): readonly string[] => {
    if (chunk?.type !== "chunk" || named.has(chunk.fileName)) return [];
    named.add(chunk.fileName);
    return [`/${chunk.fileName}`, ...chunk.imports.flatMap((file) => filesOf(bundle[file]))];
  };
  const metas = Object.entries(startsWith).map(([name, wanted]) => {
    const found = chunks.filter((chunk) => (typeof wanted === "string" ? chunk.facadeModuleId === wanted : wanted.includes(chunk.name)));
    if (found.length !== [wanted].flat().length) throw new Error(`no script for ${String(wanted)}`);
    return `<meta name="counterfoil-${name}" content="${found.flatMap(filesOf).join(" ")}" />`;
  });
  const tag = /<script\s+src="\/theme\.js"><\/script>/;
  if (!tag.test(html)) throw new Error("index.html doesn't load the page's script");
  return html.replace(tag, `${metas.join("\n    ")}\n    <script src="/${theme}"></script>`);
}

const stylesheet = /<link rel="stylesheet"[^>]* href="\/([^"]+)"\s*\/?>/;

/** index.html for a start with all files cached (src/sw/worker.ts): what the first sight needs, then the app. */
function homeOf(html: string, home: string): string {
  const [tag, entry] = /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(html) ?? [];
  if (tag === undefined || entry === undefined) throw new Error("index.html has no first script");
  return html
    .replace(tag, "")
    .replace(stylesheet, "")
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, "")
    .replace(/<link rel="manifest"[^>]*>/, "<template>$&</template>")
    .replace(/<script src=.*<\/script>/, `<meta name="counterfoil-entry" content="${entry}" />\n    <script src="/${home}"></script>`);
}

/** In development there is no first sight, and the page's first script is bundled whenever it is asked for. */
const pageScriptInDevelopment = (): Plugin => ({
  name: "page-script",
  apply: "serve",
  configureServer({ middlewares }) {
    middlewares.use("/theme.js", (_request, response, next) => {
      void bundle("before-paint").then((code) => {
        response.setHeader("Content-Type", "text/javascript");
        response.end(beforePaintWith(code, "Promise.reject()"));
      }, next);
    });
  },
});

/**
 * Builds src/app/start/first-sight (the app's own frame and dashboard, with a 2 kB renderer in place of React) and adds it to the
 * app's build, with the script that loads it. `script`: the file name pattern of scripts.
 */
function firstSightInBuild(script: string): Plugin {
  let files: Built[] = [];
  let beforePaint: string;
  let theme: Built;
  const sight = (): Built => {
    const found = files.find(({ fileName }) => fileName.startsWith("assets/first-sight-"));
    if (!found) throw new Error("the first sight was not built");
    return found;
  };
  return {
    name: "first-sight",
    apply: "build",
    async buildStart() {
      files = await buildFirstSight(script);
      beforePaint = await bundle("before-paint");
      theme = named("theme", script, minifySync("theme.js", beforePaintWith(beforePaint, `import("/${sight().fileName}")`)).code);
    },
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle = {} }) => withFiles(html, bundle, theme.fileName),
    },
    generateBundle() {
      for (const { fileName, source } of [...files, theme]) this.emitFile({ type: "asset", fileName, source });
    },
    async writeBundle({ dir }) {
      const html = readFileSync(`${dir}/index.html`, "utf8");
      const [, styles] = stylesheet.exec(html) ?? [];
      if (styles === undefined) throw new Error("index.html has no styles");
      const home = await buildHome(script, beforePaint, sight().source, readFileSync(`${dir}/${styles}`, "utf8"));
      writeFileSync(`${dir}/${home.fileName}`, home.source);
      // Not .html: servers with clean URLs give such a file no second address.
      const page = named("home", script.replace(/\.js$/, ".txt"), homeOf(html, home.fileName));
      writeFileSync(`${dir}/${page.fileName}`, page.source);
    },
  };
}

export const firstSight = (script: string): Plugin[] => [firstSightInBuild(script), pageScriptInDevelopment()];
