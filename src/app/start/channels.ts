// A browser that refuses storage may refuse BroadcastChannel, too, and Dexie fails to load without it. The replacement reaches no
// other tab.
try {
  new BroadcastChannel("").close();
} catch {
  Reflect.set(
    globalThis,
    "BroadcastChannel",
    class extends EventTarget {
      postMessage(): void {}
      close(): void {}
    },
  );
}
