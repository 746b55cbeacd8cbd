// Where a browser refuses storage, it may refuse channels between tabs too; Dexie can't be loaded then. Instead, one that reaches
// no tab.
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
