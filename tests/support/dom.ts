import { cleanup, configure, getConfig, prettyDOM } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";

// happy-dom has no layout; the virtual list needs an area with a size.
Object.defineProperties(HTMLElement.prototype, {
  clientHeight: { configurable: true, get: () => 600 },
  clientWidth: { configurable: true, get: () => 1200 },
  offsetHeight: { configurable: true, get: () => 600 },
  offsetWidth: { configurable: true, get: () => 1200 },
});

// Its frames come one upon another: a toast that waits by them for its end would keep a core busy.
const { setTimeout: later, clearTimeout: cancelAnimationFrame } = globalThis;
const requestAnimationFrame = (draw: FrameRequestCallback) => later(() => draw(performance.now()), 1);
Object.assign(globalThis, { requestAnimationFrame, cancelAnimationFrame });

// Nor does it draw: a chart would fail for lack of a canvas just before its test ends.
vi.mock("uplot", () => ({
  default: class {
    static paths = { stepped: () => () => null, linear: () => () => null };
    setCursor(): void {}
    setSize(): void {}
    setData(): void {}
    destroy(): void {}
  },
}));

// No workers here: their code runs in the page instead.
vi.mock("../../src/app/data/search-worker.ts", () => ({ createSearchWorker: undefined }));
vi.mock("../../src/app/screens/audit/reconcile/start-worker.ts", () => ({ startReconcileWorker: undefined }));
vi.mock("../../src/app/screens/bulk/start-worker.ts", () => ({ startBulkWorker: undefined }));
vi.mock("../../src/app/screens/audit/close/start-worker.ts", () => ({ startTotalsWorker: undefined }));

configure({
  // A screen and its words load when first shown.
  asyncUtilTimeout: 40_000,
  // By default the library prints the whole page at each failed look. While waiting, which looks at every change of the page, give
  // the message only; the page is printed once, if the wait fails.
  getElementError: (message, container) => {
    const isOneOfMany = Reflect.get(getConfig(), "_disableExpensiveErrorDiagnostics") === true;
    const error = new Error(isOneOfMany ? (message ?? "") : [message, prettyDOM(container)].join("\n\n"));
    error.name = "TestingLibraryElementError";
    return error;
  },
});

afterEach(cleanup);

// Files of tests share a window. A file before may have left it elsewhere, by a download for instance, or somebody signed in.
Reflect.get(window, "happyDOM").setURL("http://localhost:3000/");
localStorage.clear();
sessionStorage.clear();

// The app listens as long as its page lasts: here, as long as its file. React and user-event listen to a document once.
const kept = new Set(["selectionchange", "focus", "blur"]);
for (const target of [window, document]) {
  const addEventListener = target.addEventListener.bind(target);
  const fileEnds = new AbortController();
  target.addEventListener = (type: string, listener: EventListenerOrEventListenerObject, options?: AddEventListenerOptions | boolean) => {
    addEventListener(type, listener, options);
    if (target === window || !kept.has(type))
      fileEnds.signal.addEventListener("abort", () => target.removeEventListener(type, listener, options));
  };
  afterAll(() => {
    fileEnds.abort();
    target.addEventListener = addEventListener;
  });
}
