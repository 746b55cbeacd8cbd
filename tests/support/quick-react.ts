import "react";

// React waits 300 ms after the last fallback before it reveals suspended content, to avoid flicker. Nobody watches here, and a
// start would wait four times: React captures setTimeout when it loads, so give it one without delay.
const { setTimeout: real } = globalThis;
globalThis.setTimeout = Object.assign((callback: () => void) => real(callback, 0), real);
await import("react-dom/client");
globalThis.setTimeout = real;
