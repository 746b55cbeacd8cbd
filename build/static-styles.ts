import type { Plugin, ResolvedConfig } from "vite";
import { isStylesheet, renameClasses, shortClassNames } from "./class-names.ts";
import { sourcePath } from "./source-path.ts";
import { isNode, type Node } from "./syntax.ts";

interface Styling {
  css(...styles: unknown[]): string;
  cva(config: Recipe): (chosen: Chosen) => string;
  sva(config: Recipe): (chosen: Chosen) => Readonly<Record<string, string>>;
}

interface Recipe {
  readonly variants?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly defaultVariants?: Chosen;
}

type Chosen = Readonly<Record<string, string | undefined>>;

const source = "#styled/css";
const helper = "virtual:static-styles";
/** Beyond this many combinations a recipe's table would outweigh the runtime it replaces. */
const combinationsAtMost = 64;

const helperCode = `export const recipe = (names, defaults, table) => (chosen) =>
  table[names.map((name) => chosen?.[name] ?? defaults[name] ?? "").join(" ")] ?? table[names.map(() => "").join(" ")];`;

const notStatic = "its styles are not known before it runs";

const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []);

function* walk(node: Node): Generator<Node> {
  yield node;
  for (const [key, value] of Object.entries(node)) if (key !== "type") for (const child of nodes(value)) yield* walk(child);
}

/** Evaluates a constant expression; throws if it isn't one. */
function evaluate(node: Node | undefined, constants: ReadonlyMap<string, Node>): unknown {
  if (!node) throw new Error(notStatic);
  const inner = (value: unknown) => evaluate(nodes(value)[0], constants);
  switch (node.type) {
    case "Literal":
      return node["value"];
    case "TemplateLiteral":
      if (nodes(node["expressions"]).length > 0) throw new Error(notStatic);
      return nodes(node["quasis"])
        .map((part) => (part["value"] as { cooked: string }).cooked)
        .join("");
    case "ArrayExpression":
      return nodes(node["elements"]).map((element) => evaluate(element, constants));
    case "Identifier":
      return evaluate(constants.get(String(node["name"])), constants);
    case "ObjectExpression": {
      const result: Record<string, unknown> = {};
      for (const property of nodes(node["properties"])) {
        if (property.type === "SpreadElement") Object.assign(result, inner(property["argument"]));
        else {
          const key = nodes(property["key"])[0];
          if (!key || property["computed"] === true) throw new Error(notStatic);
          result[String(key.type === "Identifier" ? key["name"] : key["value"])] = inner(property["value"]);
        }
      }
      return result;
    }
    default:
      throw new Error(notStatic);
  }
}

/** Every combination of variants, including unset ones. */
function combinations(variants: NonNullable<Recipe["variants"]>): Chosen[] {
  let all: Chosen[] = [{}];
  for (const [name, values] of Object.entries(variants))
    all = all.flatMap((chosen) => [undefined, ...Object.keys(values)].map((value) => ({ ...chosen, [name]: value })));
  return all;
}

function recipeCode(kind: "cva" | "sva", config: Recipe, styling: Styling): string {
  const variants = config.variants ?? {};
  const names = Object.keys(variants);
  const all = combinations(variants);
  if (all.length > combinationsAtMost) throw new Error("it has too many variants");
  // Without defaults, unset variants stay unset; the helper applies the defaults before its lookup.
  const bare = styling[kind]({ ...config, defaultVariants: {} });
  const table = Object.fromEntries(all.map((chosen) => [names.map((name) => chosen[name] ?? "").join(" "), bare(chosen)]));
  return `__recipe(${JSON.stringify(names)}, ${JSON.stringify(config.defaultVariants ?? {})}, ${JSON.stringify(table)})`;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function editsOf(program: Node, local: ReadonlyMap<string, string>, styling: Styling): Edit[] {
  const constants = new Map<string, Node>();
  const recipeNames = new Map<Node, string>();
  for (const node of walk(program)) {
    if (node.type !== "VariableDeclarator") continue;
    const [id] = nodes(node["id"]);
    const [init] = nodes(node["init"]);
    if (id?.type !== "Identifier" || !init) continue;
    constants.set(String(id["name"]), init);
    recipeNames.set(init, String(id["name"]));
  }
  const all = [...walk(program)];
  const usesMembers = (name: string | undefined) =>
    all.some((node) => node.type === "MemberExpression" && nodes(node["object"])[0]?.["name"] === name);
  return all.flatMap((node) => {
    if (node.type !== "CallExpression") return [];
    const kind = local.get(String(nodes(node["callee"])[0]?.["name"]));
    if (kind !== "css" && kind !== "cva" && kind !== "sva") return [];
    const values = nodes(node["arguments"]).map((argument) => evaluate(argument, constants));
    if (kind !== "css" && usesMembers(recipeNames.get(node))) throw new Error("it is more than called");
    const text = kind === "css" ? JSON.stringify(styling.css(...values)) : recipeCode(kind, values[0] as Recipe, styling);
    return [{ start: node.start, end: node.end, text }];
  });
}

/** Panda's functions, returning the stylesheet's short class names. */
async function stylingWith(names: ReadonlyMap<string, string>): Promise<Styling> {
  const panda = (await import(new URL("../styled-system/css/index.js", import.meta.url).href)) as Styling;
  const shorten = (classes: string): string =>
    classes
      .split(" ")
      .filter(Boolean)
      .map((name) => {
        const short = names.get(name);
        if (short === undefined) throw new Error(`the stylesheet has no class ${name}`);
        return short;
      })
      .join(" ");
  return {
    css: (...styles) => shorten(panda.css(...styles)),
    cva: (config) => {
      const recipe = panda.cva(config);
      return (chosen) => shorten(recipe(chosen));
    },
    sva: (config) => {
      const recipe = panda.sva(config);
      return (chosen) => Object.fromEntries(Object.entries(recipe(chosen)).map(([slot, classes]) => [slot, shorten(classes)]));
    },
  };
}

/**
 * Inlines the class names of `css`, `cva` and `sva` calls into the built app, so that neither styles nor Panda's runtime ship, and
 * shortens them there and in the stylesheet. The build fails if styles aren't known at build time.
 */
export function staticStyles(): Plugin {
  let config: ResolvedConfig;
  let names: ReadonlyMap<string, string>;
  let styling: Styling;
  return {
    name: "static-styles",
    apply: "build",
    configResolved(resolved) {
      config = resolved;
    },
    async buildStart() {
      names = await shortClassNames(config);
      styling = await stylingWith(names);
    },
    resolveId: (id) => (id === helper ? `\0${helper}` : undefined),
    load: (id) => (id === `\0${helper}` ? helperCode : undefined),
    transform(code, id) {
      if (isStylesheet(id)) return { code: renameClasses(code, (name) => names.get(name) ?? name), map: null };
      if (!/\/src\/app\/[^?]*\.tsx?$/.test(id) || !code.includes(source)) return undefined;
      const program = this.parse(code) as unknown as Node;
      const declaration = nodes(program["body"]).find(
        (node) => node.type === "ImportDeclaration" && nodes(node["source"])[0]?.["value"] === source,
      );
      if (!declaration) return undefined;
      const local = new Map(
        nodes(declaration["specifiers"]).map((one) => [
          String(nodes(one["local"])[0]?.["name"]),
          String(nodes(one["imported"])[0]?.["name"]),
        ]),
      );
      const edits = editsOf(program, local, styling);
      const kept = [...local].filter(([, imported]) => !["css", "cva", "sva"].includes(imported));
      const imports = kept.map(([name, imported]) => {
        const from = imported === "cx" ? sourcePath("styled-system/css/cx.js") : source;
        return `import { ${imported} as ${name} } from ${JSON.stringify(from)};`;
      });
      const text = [...imports, `import { recipe as __recipe } from ${JSON.stringify(helper)};`].join("");
      let result = code;
      for (const edit of [...edits, { start: declaration.start, end: declaration.end, text }].sort((a, b) => b.start - a.start))
        result = result.slice(0, edit.start) + edit.text + result.slice(edit.end);
      return { code: result, map: null };
    },
  };
}
