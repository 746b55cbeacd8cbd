import pandacss from "@pandacss/dev/postcss";

const tokens = /^--(spacing|sizes|colors|fonts|font-sizes|font-weights|radii|durations|easings|z-index|shadows|breakpoints|animations)-/;

/** The text of a node that may refer to tokens: a declaration's value, or what an at-rule asks. */
const textKey = { decl: "value", atrule: "params" };

/**
 * The tokens that have one value for everybody. Colours stay as they are: charts ask for them by their names.
 * @param {import("postcss").Root} root
 */
function constants(root) {
  /** @type {Map<string, import("postcss").Declaration[]>} */
  const declared = new Map();
  root.walkDecls(tokens, (declaration) => {
    declared.set(declaration.prop, [...(declared.get(declaration.prop) ?? []), declaration]);
  });
  const isForAll = ({ parent }) => parent?.selector?.startsWith(":where(") && parent?.parent?.name === "layer";
  return new Map(
    [...declared].flatMap(([name, [first, ...others]]) =>
      first && others.length === 0 && !name.startsWith("--colors-") && isForAll(first) ? [[name, first.value]] : [],
    ),
  );
}

/**
 * Writes the tokens that have one value where they are used: what the browser has to work out and hand down to each
 * element is then what changes with the theme, the density or touch, and nothing else.
 */
const constantTokens = {
  postcssPlugin: "constant-tokens",
  /** @param {import("postcss").Root} root */
  OnceExit(root) {
    const values = constants(root);
    /** @param {string} text @returns {string} */
    const written = (text) =>
      text.replaceAll(/var\(\s*(--[\w\\./-]+)\s*\)/g, (whole, name) => {
        const value = values.get(name);
        return value === undefined ? whole : written(value);
      });
    root.walk((node) => {
      const key = textKey[node.type];
      if (key && node[key].includes("var(")) node[key] = written(node[key]);
    });
  },
};

/** Drops the tokens that nothing refers to: the scale is whole, and the app uses some of it. */
const usedTokens = {
  postcssPlugin: "used-tokens",
  /** @param {import("postcss").Root} root */
  OnceExit(root) {
    const used = new Set();
    root.walk((node) => {
      const text = node.type === "decl" ? node.value : node.type === "atrule" ? node.params : "";
      for (const [, name] of text.matchAll(/var\(\s*(--[\w\\./-]+)/g)) used.add(name);
    });
    root.walkDecls(/^--/, (declaration) => {
      const { selector = "" } = declaration.parent ?? {};
      // Panda sets the parts of filters and transforms on every element, whether anything is filtered or not.
      const isDefault = selector.startsWith("*") || declaration.prop === "--made-with-panda";
      if ((isDefault || tokens.test(declaration.prop)) && !used.has(declaration.prop)) declaration.remove();
    });
    root.walkRules((rule) => {
      if (rule.nodes.length === 0) rule.remove();
    });
  },
};

export default { plugins: [pandacss(), constantTokens, usedTokens] };
