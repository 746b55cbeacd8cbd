import { cleanup, configure, getConfig, prettyDOM } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// happy-dom lays nothing out; the virtual list needs a room with a size to fill.
Object.defineProperties(HTMLElement.prototype, {
  clientHeight: { configurable: true, get: () => 600 },
  clientWidth: { configurable: true, get: () => 1200 },
  offsetHeight: { configurable: true, get: () => 600 },
  offsetWidth: { configurable: true, get: () => 1200 },
});

// Nor does it draw, and a chart would find nothing to draw on just before its test ends.
vi.mock("uplot", () => ({
  default: class {
    static paths = { stepped: () => () => null, linear: () => () => null };
    setCursor(): void {}
    setSize(): void {}
    setData(): void {}
    destroy(): void {}
  },
}));

// There are no workers here: what runs in one elsewhere runs in the page.
vi.mock("../../src/app/data/search-worker.ts", () => ({ createSearchWorker: undefined }));
vi.mock("../../src/app/screens/audit/reconcile/start-worker.ts", () => ({ startReconcileWorker: undefined }));
vi.mock("../../src/app/screens/bulk/start-worker.ts", () => ({ startBulkWorker: undefined }));
vi.mock("../../src/app/screens/audit/close/start-worker.ts", () => ({ startTotalsWorker: undefined }));

configure({
  // A screen and its words are loaded when they are first shown.
  asyncUtilTimeout: 40_000,
  // The library prints the whole page at each look that finds nothing. What is waited for is looked for at every change
  // of the page: there the words alone do, and the page is printed once, when the wait has been in vain.
  getElementError: (message, container) => {
    const isOneOfMany = Reflect.get(getConfig(), "_disableExpensiveErrorDiagnostics") === true;
    const error = new Error(isOneOfMany ? (message ?? "") : [message, prettyDOM(container)].join("\n\n"));
    error.name = "TestingLibraryElementError";
    return error;
  },
});

afterEach(cleanup);
