import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// happy-dom lays nothing out; the virtual list needs a room with a size to fill.
Object.defineProperties(HTMLElement.prototype, {
  clientHeight: { configurable: true, get: () => 600 },
  clientWidth: { configurable: true, get: () => 1200 },
  offsetHeight: { configurable: true, get: () => 600 },
  offsetWidth: { configurable: true, get: () => 1200 },
});

// There are no workers here: what runs in one elsewhere runs in the page.
vi.mock("../../src/app/boot/search-worker.ts", () => ({ createSearchWorker: undefined }));
vi.mock("../../src/app/screens/audit/reconcile/start-worker.ts", () => ({ startReconcileWorker: undefined }));
vi.mock("../../src/app/screens/audit/close/start-worker.ts", () => ({ startTotalsWorker: undefined }));

// A screen and its words are loaded when they are first shown.
configure({ asyncUtilTimeout: 40_000 });

afterEach(cleanup);
