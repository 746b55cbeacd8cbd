import "react";

// React shows what was suspended 300 ms after the last fallback at the earliest, so that nothing flickers. Nobody looks
// here, and a start would wait for it four times: the timer that React takes as its own when it loads is a short one.
const { setTimeout: real } = globalThis;
globalThis.setTimeout = Object.assign((callback: () => void) => real(callback, 0), real);
await import("react-dom/client");
globalThis.setTimeout = real;
