import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { transform } from "lightningcss";
import { type Plugin, parseSync } from "vite";
import { isNode, type Node } from "./syntax.ts";

function* walk(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* walk(child);
}

/** The words in a script's strings; its class names are among them, as static-styles.ts inlines them. */
function wordsOf(code: string): Set<string> {
  const { program, errors } = parseSync("part.js", code);
  if (errors.length > 0) throw new Error("a script of the build can't be read for its class names");
  const words = new Set<string>();
  for (const node of walk(program as unknown as Node)) {
    const value =
      node.type === "Literal" ? node["value"] : node.type === "TemplateElement" ? (node["value"] as { cooked: string }).cooked : "";
    if (typeof value === "string") for (const word of value.split(/\s+/)) words.add(word);
  }
  return words;
}

/**
 * A stylesheet without the rules whose classes no script names. Loading the whole stylesheet afterwards restores the order of all
 * rules.
 */
export function stylesFor(css: string, scripts: readonly string[]): string {
  const used = new Set(scripts.flatMap((code) => [...wordsOf(code)]));
  const { code } = transform({
    filename: "first.css",
    code: Buffer.from(css),
    minify: true,
    visitor: {
      Rule: {
        style: (rule) => {
          const isUsed = rule.value.selectors.some((selector) => selector.every((part) => part.type !== "class" || used.has(part.name)));
          return isUsed ? undefined : [];
        },
      },
    },
  });
  return code.toString();
}

/** Chunks of a first visit; keep in sync with `src/sw/load-part.ts`. */
const firstParts = ["main", "signed-in", "session-parts", "sign-in-screen"];
const stylesheet = /<link rel="stylesheet"[^>]* href="\/([^"]+)"\s*\/?>/;

/**
 * Gives a first visit only the styles it needs; every part loaded later gets the whole stylesheet before it is drawn (`loadPart`).
 * A dashboard's first visit takes a third of the styles, and new screens add nothing to it.
 */
export function firstStyles(): Plugin {
  let first: { readonly fileName: string; readonly source: string } | undefined;
  return {
    name: "first-styles",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle = {} }) => {
        const [link, whole] = stylesheet.exec(html) ?? [];
        const sheet = whole === undefined ? undefined : bundle[whole];
        const scripts = Object.values(bundle).flatMap((file) => {
          if (file.type === "chunk") return firstParts.includes(file.name) ? [file.code] : [];
          return /first-sight-[^/]*\.js$/.test(file.fileName) ? [String(file.source)] : [];
        });
        if (link === undefined || whole === undefined || sheet?.type !== "asset" || scripts.length <= firstParts.length)
          throw new Error("index.html has no styles, or a part of a first visit is not in the build");
        const source = stylesFor(String(sheet.source), scripts);
        const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
        first = { fileName: `assets/first-${hash}.css`, source };
        return html.replace(link, `${link.replace(whole, first.fileName)}\n    <meta name="counterfoil-styles" content="/${whole}" />`);
      },
    },
    writeBundle({ dir }) {
      if (first) writeFileSync(`${dir}/${first.fileName}`, first.source);
    },
  };
}
