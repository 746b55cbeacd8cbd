import { readFileSync } from "node:fs";
import { type Selector, transform } from "lightningcss";
import { preprocessCSS, type ResolvedConfig } from "vite";
import { sourcePath } from "./source-path.ts";

/** The stylesheet that receives Panda's classes. */
const stylesheet = sourcePath("src/app/main.css");
/** No vowels or digits, so that no name is a word that ad blockers hide. */
const letters = "bcdfghjklmnpqrstvwxyzBCDFGHJKLMNPQRSTVWXYZ";

export const isStylesheet = (id: string): boolean => id.split("?")[0] === stylesheet;

/** The `index`th name: one letter, then two, then three. */
function shortName(index: number): string {
  const rest = Math.floor(index / letters.length);
  return (rest > 0 ? shortName(rest - 1) : "") + letters.charAt(index % letters.length);
}

/** The stylesheet with its classes renamed by `nameOf`. */
export function renameClasses(css: string, nameOf: (name: string) => string): string {
  const renamed = (selector: Selector): Selector =>
    selector.map((part) => {
      if (part.type === "class") return { ...part, name: nameOf(part.name) };
      if (part.type !== "pseudo-class") return part;
      if (part.kind !== "is" && part.kind !== "where" && part.kind !== "not" && part.kind !== "has") return part;
      return { ...part, selectors: part.selectors.map(renamed) };
    });
  const { code } = transform({ filename: stylesheet, code: Buffer.from(css), visitor: { Selector: renamed } });
  return code.toString();
}

/** Short names for the stylesheet's classes, in order of appearance, so that builds are reproducible. */
export async function shortClassNames(config: ResolvedConfig): Promise<ReadonlyMap<string, string>> {
  const { code } = await preprocessCSS(readFileSync(stylesheet, "utf8"), stylesheet, config);
  const names = new Map<string, string>();
  renameClasses(code, (name) => {
    if (!names.has(name)) names.set(name, shortName(names.size));
    return name;
  });
  return names;
}
