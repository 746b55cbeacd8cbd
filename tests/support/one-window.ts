import { type Environment, builtinEnvironments } from "vitest/runtime";

const happyDom = builtinEnvironments["happy-dom"];
const mark = Symbol.for("one window");

/**
 * happy-dom with one window for all test files of a worker. Packages that are kept between files (React, Testing Library) hold on to
 * the window that they were loaded in.
 */
export default {
  name: "one-window",
  viteEnvironment: "client",
  async setup(global) {
    // This module is loaded anew for each file.
    const isSetUp = Object.hasOwn(global, mark);
    if (!isSetUp) await happyDom.setup(global, { happyDOM: { settings: { navigation: { disableMainFrameNavigation: true } } } });
    Object.defineProperty(global, mark, { value: true, configurable: true });
    return { teardown: () => {} };
  },
} satisfies Environment;
