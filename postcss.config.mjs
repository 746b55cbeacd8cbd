import pandacss from "@pandacss/dev/postcss";

const tokens = /^--(spacing|sizes|colors|fonts|font-sizes|font-weights|radii|durations|easings|z-index|shadows|breakpoints|animations)-/;

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

export default { plugins: [pandacss(), usedTokens] };
