import React from "react";

// React waits 300 ms after the last fallback before it reveals suspended content, to avoid flicker. Nobody watches here, and a
// start would wait four times: React captures setTimeout when it loads, so give it one without delay.
const { setTimeout: real, setImmediate } = globalThis;
// What no boundary catches: React would tell the window, where nobody listens.
globalThis.reportError = (error) => void process.emit("uncaughtException", error instanceof Error ? error : new Error(String(error)));
globalThis.setTimeout = Object.assign((callback: () => void) => real(callback, 0), real);
await import("react-dom/client");
globalThis.setTimeout = real;
const { flushSync } = await import("react-dom");

/** Renders, effects, and what effects set: each has a turn of its own. */
const turns = 4;

async function settled(result: PromiseLike<unknown>): Promise<unknown> {
  const value = await result;
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return value;
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === "object" && value !== null && typeof Reflect.get(value, "then") === "function";

// React's build for production, which vitest.config.ts asks for, has no `act`; Testing Library needs one.
Object.assign(React, {
  act: (callback: () => unknown): unknown => {
    const result = flushSync(callback);
    return isPromise(result) ? settled(result) : result;
  },
});
