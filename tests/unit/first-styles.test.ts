import { expect, test } from "vitest";
import { stylesFor } from "../../build/first-styles.ts";

test("[PWA-1] a first visit's styles are those of the classes that its scripts name, in their order, and all that has no class", () => {
  const css = `
    @layer base { html { color: red } a:hover { color: blue } }
    @layer utilities {
      .b { color: red } .c { color: green } .d:hover { color: pink }
      @media (width > 1px) { .b { color: black } .c { color: white } }
      .c svg, .e > a { color: gray }
    }`;
  const first = stylesFor(css, ["const look = `b d`; draw('x', \"e\");", "const c = 1;"]);
  expect(first).toBe(
    "@layer base{html{color:red}a:hover{color:#00f}}@layer utilities{.b{color:red}.d:hover{color:pink}@media (width>1px){.b{color:#000}}.c svg,.e>a{color:gray}}",
  );
});
